/**
 * Contract 11: what a check promises is what a run does, in every format, however odd and alike the names are.
 * @covers Contract 11 imports: what the check promises is what the run does, in every format
 */
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Checked } from '../../functions/src/dataset/import/isolated-check.ts';
import type { ImportFormat } from '../../packages/formats/formats.ts';
import { fc } from '../support/fast-check.ts';
import { lostOf, MASK, type Wanted, WRITERS } from '../support/import-writers.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

const RUNS = process.env.LONG ? 200 : 15;

let jpeg: Buffer;
let mask: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  mask = await sharp(Buffer.alloc(64 * 48, 255), { raw: { width: 64, height: 48, channels: 1 } })
    .png()
    .toBuffer();
});

/** Names that export formats, file systems and people take for the same. */
const ALIKE = ['a b', 'a_b', 'a-b', 'Good', 'good', 'GOOD'];
const ODD = ['A B', 'a  b', 'größe', 'groesse', 'part.1', 'part_1', '1', '工件', 'x'.repeat(70), "it's"];
const label = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ALIKE) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD) },
);
const labels = fc.uniqueArray(label, { minLength: 2, maxLength: 6 });
const few = fc.array(fc.nat(5), { maxLength: 3 });
const image = fc.record({
  set: fc.constantFrom('train' as const, 'valid' as const, 'test' as const),
  own: fc.option(fc.nat(5)),
  boxes: few,
  outlines: few,
  lost: fc.nat(2),
});

/** Of places that KITTI says nothing about. */
const IGNORED = 'crowd marks';

interface Made {
  labels: string[];
  images: Wanted[];
  existing: string[];
  /** Commit at which the run is killed, 0 for none. */
  breaksAt: number;
}

const made: fc.Arbitrary<Made> = fc
  .tuple(
    labels,
    fc.array(image, { minLength: 1, maxLength: 5 }),
    fc.uniqueArray(label, { maxLength: 2 }),
    fc.nat(4),
  )
  .map(([names, images, existing, breaksAt]) => ({
    ...{ labels: names, existing, breaksAt },
    images: images.map((each, at): Wanted => {
      const known = (label: number) => label % names.length;
      return {
        ...each,
        name: ['plain', 'with space', 'Ü', 'x.y', 'CON'][at] ?? '',
        own: each.own === null ? null : known(each.own),
        boxes: each.boxes.map(known),
        outlines: each.outlines.map(known),
      };
    }),
  }));

function importOf(format: ImportFormat, { labels: names, images, existing }: Made): MemoryImport {
  const files = WRITERS[format](images, names);
  const tags = existing.map((name, at) => ({ id: `t${at}`, name }));
  const bytes = (path: string) => Buffer.concat([jpeg, createHash('md5').update(path).digest()]);
  return new MemoryImport(
    new MemoryVersions('MULTILABEL', tags),
    writeZip(
      Object.entries(files).map(([path, content]) => ({
        path,
        bytes: content === MASK ? mask : (content ?? bytes(path)),
        packed: true,
      })),
    ),
  );
}

/** What came, in the words of the check: by name of the tag. */
function came({ memory }: MemoryImport) {
  const names = new Map(memory.dataset.tags.map(({ id, name }) => [id, name]));
  const counts = new Map<string, { images: number; annotations: number; masks: number }>();
  const of = (tag: string) => {
    const name = names.get(tag) ?? `no tag ${tag}`;
    const found = counts.get(name) ?? { images: 0, annotations: 0, masks: 0 };
    counts.set(name, found);
    return found;
  };
  const sets = { TRAIN: 0, VALIDATION: 0, TEST: 0, PREDETERMINED: 0 };
  let unlabelled = 0;
  for (const { set, tags, masks, tagsContained } of memory.records.values()) {
    sets[set as keyof typeof sets] += 1;
    if (tagsContained.length === 0) unlabelled += 1;
    for (const tag of tagsContained) of(tag).images += 1;
    for (const { tag } of tags) of(tag).annotations += 1;
    for (const { tag } of masks) of(tag).masks += 1;
  }
  return { sets, unlabelled, images: memory.records.size, counts };
}

function expectKept(checked: Checked, coming: MemoryImport): void {
  const { counts, ...rest } = came(coming);
  const { sets, unlabelled, images } = checked;
  expect(rest).toEqual({ sets, unlabelled, images });
  const names = checked.labels.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(coming.memory.dataset.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  let joined = 0;
  for (const { name, annotations, images: seen, masks } of checked.labels) {
    const found = counts.get(name ?? '') ?? { images: 0, annotations: 0, masks: 0 };
    expect({ name, annotations: found.annotations, images: found.images }).toEqual({
      ...{ name, annotations, images: seen },
    });
    joined += masks - found.masks;
    counts.delete(name ?? '');
  }
  expect([...counts.keys()]).toEqual([]);
  // Masks that have become one are counted.
  expect(checked.notes.filter((note) => / become a part of another mask/.test(note))).toEqual(
    joined === 0 ? [] : [expect.stringMatching(`^${joined} outlines`)],
  );
}

/** What is not kept, and files that nobody has read. */
function expectCounted({ notes, images }: Checked, format: ImportFormat, { images: all }: Made): void {
  const counts = notes.flatMap((note) => {
    const [, kind, count] = /^Not kept: (.*) \((\d+)\)\.$/.exec(note) ?? [];
    return kind === undefined || (format === 'kitti' && kind === IGNORED) ? [] : [Number(count)];
  });
  const wanted = all.reduce((sum, each) => sum + lostOf(format, each), 0);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(wanted);
  const absent = notes.flatMap(
    (note) => /^Not imported: .*?( and (\d+) more pictures?)?, which/.exec(note) ?? [],
  );
  expect(absent.length === 0 ? 0 : 1 + Number(absent[2] ?? 0)).toBe(all.length - images);
}

test.each(Object.keys(WRITERS) as ImportFormat[])('%s', async (format) => {
  await fc.assert(
    fc.asyncProperty(made, async (input) => {
      const coming = importOf(format, input);
      const checked = await coming.check();
      expect(checked.format === format || (format === 'folders' && checked.format === 'yolo')).toBe(true);
      expect(checked.unread.count).toBe(0);
      expectCounted(checked, format, input);
      expect(coming.memory.records.size).toBe(0);
      coming.breaksAt = input.breaksAt;
      const first = await coming.run().catch(({ message }: Error) => message);
      const ran = first === 'killed' ? await coming.run() : first;
      expect(ran).toMatchObject({ progress: { added: checked.images, known: 0, failed: 0 } });
      expectKept(checked, coming);
    }),
    { numRuns: RUNS },
  );
});
