import { createHash } from 'node:crypto';
import type { output } from 'zod/mini';
import { classNames } from '../../../../../packages/formats/src/write/class-names.ts';
import { classesOf } from '../../../../../packages/formats/src/write/export-source.ts';
import { runs } from '../../../common/adapters/firestore/records/runs.ts';
import { versions } from '../../../common/adapters/firestore/records/versions.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import type { Job } from '../../../common/jobs/job.ts';
import { type Doing, type Done, JobFailed, type Kind } from '../../../common/jobs/kind.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Dataset } from '../../../common/model.ts';
import { type Run, runReportName, runReportPrefix } from '../../../common/runs/run-ports.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import { requireReady } from '../../version/show-version.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import { badClasses } from './evaluation/bad-classes.ts';
import type { compare } from './evaluation/isolated-compare.ts';
import { EVALUATION, sourcePorts } from './evaluation/isolated-sources.ts';
import type { compareQuery } from './judge-request.ts';
import { askReport, keepReport } from './kept-report.ts';
import { openIndex } from './open-index.ts';
import { kindOf } from './run-sources.ts';

type Set = output<typeof compareQuery>['set'];

interface Input extends RunTarget {
  /** Number of the run that it is compared with. */
  other: number;
  query: output<typeof compareQuery>;
  requestKey: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** What the job is asked for. */
interface Asked {
  run: number;
  other: number;
  version: number;
  set: Set;
}

/** The next number with each change of what comparisons have: those of before are made again. */
const COMPARISON = 1;

/**
 * Two runs on the same images of a version (Contract 14). What comes of it is kept, as reports are.
 * @returns the job where it is not there within the wait
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `version not found`, `version not ready`,
 *   `evaluation failed`, `jobs enough`
 */
export async function compareRuns({
  other,
  query,
  requestKey,
  signal,
  ...target
}: Input): Promise<{ version: number; report: object } | { job: Job }> {
  const { dataset, run: a } = await requireReadyRun(target, 'viewer');
  const { run: b } = await requireReadyRun({ ...target, run: other }, 'viewer');
  const { version } = await requireReady({ ...target, number: query.version });
  const { set, wait } = query;
  const { name } = await questionOf({ dataset, a, b, version, set }, { objects, signal });
  const input: Asked = { run: a.number, other: b.number, version: version.number, set };
  const { caller } = target;
  const asked = { kind: 'compare', name, input, caller, requestKey, wait, signal } as const;
  const answer = await askReport(dataset, asked);
  return 'job' in answer ? answer : { version: version.number, ...answer };
}

/** @throws JobFailed; HttpError `run too large`, `too costly` */
async function makeComparison({ dataset, job, signal }: Doing): Promise<Done> {
  const asked = job.input as unknown as Asked;
  const [a, b, version] = await Promise.all([
    runs.find(dataset.id, asked.run),
    runs.find(dataset.id, asked.other),
    versions.find(dataset.id, asked.version),
  ]);
  if (!a?.counts || !b?.counts || !version?.counts) throw new JobFailed('a run or the version is gone');
  const reading = { objects, signal };
  const { name, ...question } = await questionOf({ dataset, a, b, version, set: asked.set }, reading);
  const compared = await runIsolated<typeof compare>('compare', {
    input: { dataset: dataset.id, ...question },
    ports: {
      ...sourcePorts({ dataset: dataset.id, ...reading }),
      copies: async (ids) => {
        const { knownCopies } = await import('../../suggest/known-copies.ts');
        return (await knownCopies(dataset, ids, reading))?.groups ?? null;
      },
    },
    budget: EVALUATION,
    place: 'long',
    caller: dataset.owner,
    signal,
  });
  signal.throwIfAborted();
  const report = { kind: question.kind, ...compared };
  const kept = await keepReport(report, { name, prefix: runReportPrefix(dataset.id, a.hash), job });
  return { result: { version: version.number, kept } };
}

/** A comparison is there when it is whole: cancelled, nothing is. */
export const compareJob: Kind = { role: 'viewer', work: makeComparison };

interface Compared {
  dataset: Dataset;
  a: Run;
  b: Run;
  version: Version;
  set: Set;
}

/** What a comparison depends on, and the name under which it is kept. */
async function questionOf({ dataset, a, b, version, set }: Compared, reading: Reading) {
  noteLogFields({ version: version.number });
  const { hash, parameters } = version;
  const kind = kindOf(
    version,
    await openIndex(dataset.id, a, reading),
    await openIndex(dataset.id, b, reading),
  );
  const bad = badClasses(dataset, classesOf(parameters));
  const [first, second] = [a, b].map((run) => ({ hash: run.hash, threshold: run.point?.threshold ?? null }));
  // By them near copies are known.
  const parts = dataset.vectors?.parts ?? [];
  const all = [COMPARISON, hash, [...classNames(parameters)], first, second, kind, set, bad, parts];
  const key = createHash('sha256')
    .update(JSON.stringify(['compare', ...all]))
    .digest('hex')
    .slice(0, 32);
  return {
    name: runReportName(dataset.id, a.hash, key),
    ...{ a: first as Point, b: second as Point, version: { hash, parameters } },
    ...{ kind, bad, set, seed: seedOf([hash, a.hash, b.hash]) },
  };
}

interface Point {
  hash: string;
  threshold: number | null;
}

const seedOf = (hashes: readonly string[]): number =>
  createHash('sha256').update(hashes.join(' ')).digest().readUInt32BE();
