/** Suggestions on photographs of real defects, beside gradients, texture and colour, and beside the configured embedder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { embedderAt } from '../../functions/src/common/adapters/embedder.ts';
import { LEAST_BY_CAMERA } from '../../functions/src/dataset/runs/judge/evaluation/group-images.ts';
import { candidates } from '../../packages/look/src/candidates.ts';
import { DESCRIPTOR, describe } from '../../packages/look/src/descriptor.ts';
import { partsOf } from '../../packages/look/src/parts.ts';
import { nearCopies, signatureOf } from '../../packages/look/src/signature.ts';
import { type Vectors, vectorsOf } from '../../packages/look/src/vectors.ts';
import { DEFECT_SETS, type DefectSet } from './defects/defect-sets.ts';
import { type Fit, logistic, type Measured, measure, ridge, type Way } from './defects/measure.ts';
import { acceptanceRow, halvesRows } from './defects/proofs.ts';
import { gradientsTextureColour } from './defects/reference-features.ts';
import { confidentLearning, findWrong, ourDoubts } from './defects/wrong-labels.ts';
import { figure, type Row } from './row.ts';

const PER_CLASS = [5, 10, 20, 50];
const WAYS: readonly Way[] = ['balanced', 'as they come'];

/** @param folder has the sets, as `git clone` makes them; those that are not there are left out */
export async function benchDefects(folder: string | undefined): Promise<Row[]> {
  const there = DEFECT_SETS.filter((set) => folder !== undefined && existsSync(join(folder, set.folder)));
  if (there.length === 0)
    throw new Error('No set is there. --sets=PATH is the folder that has them: test/bench/README.md');
  const rows: Row[] = [];
  for (const set of there) {
    const looked = await lookAt(set, join(folder!, set.folder));
    rows.push(...wrongRows(set.name, looked));
    if (!set.hasGood) continue;
    const labels = looked.labels.map((label) => Math.min(1, label));
    const goodOrNot = { ...looked, labels, classes: 2, name: `${set.name}, good or not` };
    rows.push(...rowsOf(set.name, looked));
    if (looked.classes > 2) rows.push(...rowsOf(goodOrNot.name, goodOrNot));
    const parts = partsAmong(looked.signatures, labels);
    rows.push(...halvesRows({ ...goodOrNot, parts }), acceptanceRow({ ...goodOrNot, parts }));
  }
  return rows;
}

/** As the service finds them: near copies are one part, unless a fixed camera makes different parts alike. */
function partsAmong(signatures: readonly Uint8Array[], labels: readonly number[]): readonly number[] {
  const own = [...signatures.keys()];
  const alike = candidates(signatures);
  const pairs = own.flatMap((at) => alike(at).map((other) => [at, other] as const));
  const groupOf = new Map(
    nearCopies(signatures, pairs).flatMap((group) => group.map((at) => [at, group[0]!])),
  );
  return (
    partsOf(
      own,
      own.map((at) => groupOf.get(at) ?? at),
      labels,
      LEAST_BY_CAMERA,
    ) ?? own
  );
}

const WRONG = { precise: 'wrong labels among as many first doubts', found: 'wrong labels in twice as many' };

function wrongRows(name: string, looked: Looked): Row[] {
  const [own, theirs] = [findWrong(looked, ourDoubts), findWrong(looked, confidentLearning)];
  return (['precise', 'found'] as const).map((each) => ({
    ...figure(`defects: ${name}, ${WRONG[each]}`, own[each], 'share', 'beside confident learning'),
    reference: theirs[each],
    ratio: own[each] / theirs[each],
    bar: '>= 1',
  }));
}

interface Looked {
  labels: number[];
  classes: number;
  vectors: Vectors;
  reference: Vectors;
  signatures: readonly Uint8Array[];
  /** Of the service at EMBEDDER_URL, with its name. */
  own: { name: string; vectors: Vectors } | null;
}

async function lookAt(set: DefectSet, folder: string): Promise<Looked> {
  const { EMBEDDER_URL: address = null } = process.env;
  const { signal } = new AbortController();
  // It is on this machine.
  if (address !== null) process.env.HOOK_ALLOWED_HOSTS ??= new URL(address).hostname;
  const embedder = address === null ? null : await embedderAt(address, signal);
  const labels: number[] = [];
  const signatures: Uint8Array[] = [];
  const [ours, reference, own]: [Int8Array[], Int8Array[], Int8Array[]] = [[], [], []];
  for await (const { file, pixels, label } of set.read(folder)) {
    labels.push(label);
    ours.push(describe(pixels));
    signatures.push(signatureOf(pixels));
    reference.push(gradientsTextureColour(pixels));
    if (embedder && 'bytes' in embedder.describe) {
      const vector = await embedder.describe.bytes(file, signal);
      if (!vector) throw new Error(`${embedder.name} cannot read a picture of ${set.name}`);
      own.push(vector);
    }
  }
  return {
    labels,
    classes: set.classes.length,
    vectors: vectorsOf(ours),
    reference: vectorsOf(reference),
    signatures,
    own: embedder && { name: embedder.name, vectors: vectorsOf(own) },
  };
}

const FIGURES = ['accuracy', 'coverage', 'escapes'] as const satisfies (keyof Measured)[];
const NAMES = { accuracy: 'right', coverage: 'covered at 95 %', escapes: 'escapes at 5 % false rejects' };

function rowsOf(name: string, { labels, classes, vectors, reference, own }: Looked): Row[] {
  return WAYS.flatMap((way) =>
    PER_CLASS.flatMap((perClass) => {
      const of = (looked: Vectors, fit: Fit) => measure({ labels, classes, perClass, way }, looked, fit);
      const [ours, theirs] = [of(vectors, ridge), of(reference, logistic)];
      const other = own && of(own.vectors, ridge);
      return FIGURES.map(
        (each): Row => ({
          ...figure(`defects: ${name}, ${perClass} a class, ${way}: ${NAMES[each]}`, ours[each], 'share'),
          reference: theirs[each],
          ratio: each === 'escapes' ? theirs[each] / ours[each] : ours[each] / theirs[each],
          bar: each === 'accuracy' ? '>= 1' : '',
          note: other ? `${own.name}: ${other[each].toFixed(3)}` : DESCRIPTOR,
        }),
      );
    }),
  );
}
