/**
 * Contract 11, versions say what they hold: who has labelled the images, and what is left out.
 * @covers Contract 11 versions say what they hold: `inference`, `unchecked`, counts by set, notes
 */

import { describe, expect, test } from '@jest/globals';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { lossesOf } from '../../packages/formats/src/write/losses.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import type { VersionCounts } from '../../packages/records/src/version-counts.ts';
import { MemoryVersions } from '../support/memory-versions.ts';

const TAGS = [
  { id: 'a', name: 'bolt' },
  { id: 'b', name: 'nut' },
];

const box = (tag: string, labeled: Annotation['labeled'], type: Annotation['type'] = 'rect'): Annotation => ({
  ...{ type, tag, labeled, x: 0.1, y: 0.1, w: 0.5, h: 0.5 },
});

const LABELS: Record<string, Partial<ImageRecord>> = {
  manual: { tags: [box('a', 'manual'), box('a', 'manual')], checked: false },
  model: { tags: [box('a', 'inference')], checked: false },
  mixed: { tags: [box('a', 'inference'), box('b', 'manual')], checked: false },
  saved: { tags: [box('b', 'inference')], checked: true },
  empty: { checked: true },
  unknown: { checked: false },
};

/** Of each kind a number of images that tells which it is. */
const HOW_MANY = { manual: 7, model: 6, mixed: 5, saved: 4, empty: 3, unknown: 2 };

function corpus(type: 'imageObjectDetection' | 'MULTICLASS' = 'imageObjectDetection'): MemoryVersions {
  const memory = new MemoryVersions(type, TAGS);
  for (const [kind, count] of Object.entries(HOW_MANY))
    for (let at = 0; at < count; at += 1)
      memory.add(`${kind}-${at}`, LABELS[kind]!, Buffer.from(`${kind}-${at}`));
  return memory;
}

const sets = ['TRAIN', 'TEST', 'VALIDATION'] as const;
const body = { test: 30, validation: 20, group: 'image' };
const sumOf = (
  { labels }: VersionCounts,
  label: 'manual' | 'inference' | 'empty' | 'unchecked' | 'unclassed',
) => sets.reduce((sum, set) => sum + (labels?.[set][label] ?? Number.NaN), 0);
const sums = (counts: VersionCounts) => ({
  ...{ manual: sumOf(counts, 'manual'), inference: sumOf(counts, 'inference') },
  ...{ empty: sumOf(counts, 'empty'), unchecked: sumOf(counts, 'unchecked') },
  unclassed: sumOf(counts, 'unclassed'),
});

/** The lines of the manifest. */
const linesOf = (memory: MemoryVersions, hash: string) =>
  (memory.objects.get(`dataset/d/version/${hash}.ndjson`)?.bytes.toString() ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { image: string; set: string; tags: Annotation[] });

describe('by default', () => {
  test('images that nobody has labelled or checked are left out of detection, and stay in classification', async () => {
    const boxes = await corpus().make(body);
    expect(boxes.counts.dropped).toEqual({ 'not checked': 2 });
    expect(sums(boxes.counts)).toEqual({ manual: 7, inference: 15, empty: 3, unchecked: 0, unclassed: 0 });
    const classes = await corpus('MULTICLASS').make(body);
    expect(classes.counts.dropped).toEqual({});
    expect(sums(classes.counts)).toMatchObject({ empty: 3, unchecked: 2 });
  });

  test('each count is that of its set in the manifest', async () => {
    const memory = corpus();
    const { counts, hash } = await memory.make({ ...body, unchecked: 'include' });
    const lines = linesOf(memory, hash);
    expect(lines).toHaveLength(27);
    for (const set of sets) {
      const own = lines.filter((line) => line.set === set);
      const kind = (...kinds: string[]) =>
        own.filter(({ image }) => kinds.includes(image.split('-')[0]!)).length;
      expect(counts.labels?.[set]).toEqual({
        ...{ manual: kind('manual'), inference: kind('model', 'mixed', 'saved') },
        ...{ empty: kind('empty'), unchecked: kind('unknown'), unclassed: 0 },
      });
      for (const { tag, objects } of counts.tags)
        expect(objects?.[set]).toBe(
          own.flatMap(({ tags }) => tags).filter((each) => each.tag === tag).length,
        );
    }
  });
});

test('what no person has accepted is left out on request, and no image becomes one with nothing in it', async () => {
  const memory = corpus();
  const { counts, hash } = await memory.make({ ...body, inference: 'exclude' });
  expect(counts.dropped).toEqual({ 'not checked': 2 + 6 + 4 });
  expect(sums(counts)).toEqual({ manual: 7 + 5, inference: 0, empty: 3, unchecked: 0, unclassed: 0 });
  expect(
    linesOf(memory, hash).flatMap(({ tags }) => tags.filter(({ labeled }) => labeled !== 'manual')),
  ).toEqual([]);
  expect(counts.features.unaccepted).toBe(0);
});

test('a class that was accepted in bulk is a model’s until a person has checked it', async () => {
  const memory = new MemoryVersions('MULTICLASS', TAGS);
  const suggested = { labeled: 'inference', run: 'Tuesday', acceptance: 'x' } as const;
  for (const checked of [false, true])
    memory.add(`suggested-${checked}`, { tag: 'a', checked, suggested }, Buffer.from(String(checked)));
  const { counts } = await memory.make({ ...body, test: 0, validation: 0 });
  expect(sums(counts)).toMatchObject({ manual: 1, inference: 1 });
  const without = await memory.make({ ...body, inference: 'exclude', unchecked: 'exclude' });
  expect(without.counts).toMatchObject({ images: 1, dropped: { 'not checked': 1 } });
});

test('the same records and parameters give the same version, whoever has checked them and when', async () => {
  const [one, other, checked] = [corpus(), corpus(), corpus()];
  const review = { by: 'somebody', at: 7, decision: 'accept' } as const;
  for (const [id, record] of other.records) other.records.set(id, { ...record, review, revision: 3 });
  for (const [id, record] of checked.records) checked.records.set(id, { ...record, checked: true });
  const hashOf = async (memory: MemoryVersions) =>
    (await memory.make({ ...body, unchecked: 'include' })).hash;
  expect(await hashOf(other)).toBe(await hashOf(one));
  expect(await hashOf(checked)).not.toBe(await hashOf(one));
});

test('labels that the tag map leaves out are no class, and are told apart from nothing', async () => {
  const { counts } = await corpus().make({ ...body, tagmap: { a: null } });
  expect(sums(counts)).toEqual({ manual: 5, inference: 4, empty: 3, unchecked: 0, unclassed: 7 + 6 });
  expect(counts.features.unaccepted).toBe(4);
  expect(
    lossesOf('yolo', { type: 'imageObjectDetection', counts }).map(({ code, count }) => [code, count]),
  ).toEqual(expect.arrayContaining([['unclassed', 13]]));
});

test('a mask and the box around it are one object', async () => {
  const memory = new MemoryVersions('MULTILABEL', TAGS);
  const tags = [box('a', 'manual', 'mask'), box('b', 'manual', 'mask'), box('a', 'manual')];
  memory.add('x', { tags }, Buffer.from('x'), { a: Buffer.from('png') });
  const { counts } = await memory.make({ test: 0, validation: 0 });
  expect(counts.tags.map(({ tag, objects }) => [tag, objects?.TRAIN])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('formats with boxes name annotations of models and images that nobody has labelled; importers know the latter', async () => {
  const { counts } = await corpus().make({ ...body, unchecked: 'include' });
  const notes = (format: 'yolo' | 'vertex-csv' | 'masks') =>
    lossesOf(format, { type: 'imageObjectDetection', counts })
      .filter(({ code }) => code === 'unaccepted' || code === 'unchecked')
      .map(({ text }) => text);
  expect(notes('yolo')).toEqual([
    '15 annotations are of a model, and no person has accepted them.',
    '2 images that nobody has labelled: for a trainer, nothing is in them.',
  ]);
  expect(notes('vertex-csv')).toEqual(['15 annotations are of a model, and no person has accepted them.']);
  expect(notes('masks')).toEqual([]);
});

test('versions of earlier releases have no such counts, and their notes stay as they were', async () => {
  const { counts } = await corpus().make(body);
  const { labels: _, ...old } = counts;
  const { unaccepted: __, ...features } = counts.features;
  const source = {
    type: 'imageObjectDetection',
    counts: { ...old, features: features as typeof counts.features },
  } as const;
  expect(lossesOf('yolo', source)).toEqual([]);
});
