/**
 * Contract 11: `sightline` into an empty dataset of another project, and out again, is the same to the byte.
 * @covers Contract 11 `sightline`: out and in, into another dataset, byte-equal manifests; what does not come is counted
 */

import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { hasLabels } from '../../functions/src/common/images/list-fields.ts';
import type { ImportOptions } from '../../functions/src/dataset/import/open-import.ts';
import { isClassified } from '../../packages/formats/src/format.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { importedSessionId, SESSION_NAME } from '../../packages/records/src/named-sessions.ts';
import { fc } from '../support/fast-check.ts';
import { LONG_TEST } from '../support/limits.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { makePlanned, type PlannedDataset } from '../support/planned-dataset.ts';
import { distantDatasets } from '../support/random-datasets.ts';
import { readZip } from '../support/read-zip.ts';
import { writeZip } from '../support/write-zip.ts';

const numRuns = process.env.LONG ? 200 : 8;
const MANIFEST = /^(dataset\.json|images\.jsonl)$/;

/** Both datasets admit a camera of this name. */
const ADMITTED = { camera: { by: 'owner', at: 0, born: 'b' } };

const filesOf = async (memory: MemoryVersions) => readZip((await memory.export('sightline')).bytes);
const manifestOf = (files: Map<string, Buffer>) =>
  Object.fromEntries(
    [...files].filter(([path]) => MANIFEST.test(path)).map(([path, bytes]) => [path, String(bytes)]),
  );

/** Imports into an empty dataset, and makes a version of the sets that came. */
async function imported(zip: Buffer, type: PlannedDataset['type']) {
  const target = new MemoryVersions(type, []);
  Object.assign(target.dataset, { monitors: ADMITTED });
  const coming = new MemoryImport(target, zip);
  const checked = await coming.check();
  const ran = await coming.run();
  expect(ran).toMatchObject({ format: 'sightline', unread: { count: 0 } });
  await coming.memory.make({ group: 'image', unchecked: 'include' });
  return { checked, memory: coming.memory };
}

/** As records of this service are: places within the image, names without folders. */
const asSent = ({ images, ...rest }: PlannedDataset): PlannedDataset => ({
  ...rest,
  images: images.map((image) => ({
    ...image,
    name: image.name.replace(/[/\\\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '_').trim(),
    annotations: image.annotations.map((each) => {
      const [x, y] = [each.x, each.y].map((edge) => Math.min(1, Math.abs(edge))) as [number, number];
      return { ...each, x, y, w: Math.min(each.w, 1 - x), h: Math.min(each.h, 1 - y) };
    }),
  })),
});

const SESSIONS = ['', '0123456789abcdef0123', 'camera.shift_1', 'day-2026-01-01', 'ä~~'];

test(
  'random datasets come back to the byte',
  async () => {
    const property = fc.asyncProperty(distantDatasets, fc.nat(1e12), async (planned, date) => {
      const memory = await makePlanned(asSent(planned));
      for (const [at, record] of [...memory.records.values()].entries()) {
        const tags = record.tags.map((each, nth) =>
          nth % 2 ? { ...each, labeled: 'inference' as const } : each,
        );
        const from = { session: SESSIONS[at % SESSIONS.length]!, monitor: at % 2 ? 'camera' : null };
        const checked = at % 3 > 0 && (!isClassified(planned.type) || hasLabels(record));
        const suggested =
          at % 3 === 0 && record.tag !== null
            ? { suggested: { labeled: 'inference' as const, run: 'näht 7', acceptance: `a${at}` } }
            : {};
        memory.records.set(record.id, { ...record, ...from, tags, date, checked, ...suggested });
      }
      Object.assign(memory.dataset.tags.at(-1) ?? {}, { unclassified: true, color: '#d64545', key: 'ä' });
      memory.versions.length = 0;
      await memory.make({ group: 'image', unchecked: 'include' });
      const before = await filesOf(memory);
      const given = [...memory.records.values()].filter(({ suggested }) => suggested);
      expect(String(before.get('images.jsonl')).split('"suggested":{').length - 1).toBe(given.length);
      const { bytes } = await memory.export('sightline');
      const { checked, memory: target } = await imported(bytes, planned.type);
      expect(checked.notes).toEqual([]);
      const after = await filesOf(target);
      expect(manifestOf(after)).toEqual(manifestOf(before));
      expect(Object.keys(manifestOf(after))).toHaveLength(2);
      const pictures = (files: Map<string, Buffer>) =>
        [...files].filter(([path]) => /^(images|masks)\//.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
      expect(pictures(after).map(([path]) => path)).toEqual(pictures(before).map(([path]) => path));
      for (const [path, content] of pictures(before))
        expect([path, after.get(path)?.equals(content)]).toEqual([path, true]);
    });
    await fc.assert(property, { numRuns, endOnFailure: true });
  },
  LONG_TEST,
);

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

const HEAD = {
  format: 'sightline',
  version: 1,
  type: 'MULTILABEL',
  tags: [{ name: 'a', unclassified: false }],
};
const LINE = {
  file: 'images/x.jpg',
  name: 'a.jpg',
  set: 'TEST',
  tag: 'a',
  annotations: [],
  masks: [],
  date: 5,
};
const archive = (head: unknown, line: unknown) =>
  writeZip([
    { path: 'p/dataset.json', bytes: Buffer.from(JSON.stringify(head)) },
    { path: 'p/images.jsonl', bytes: Buffer.from(`${JSON.stringify(line)}\n`) },
    { path: 'p/images/x.jpg', bytes: jpeg },
  ]);
const importOf = (head: unknown, line: unknown, type: DatasetType = 'MULTILABEL') =>
  new MemoryImport(new MemoryVersions(type, []), archive(head, line));

describe('what does not come is counted, by kind', () => {
  const box = { type: 'rect', tag: 'a', x: 0.1, y: 0.1, w: 0.2, h: 0.2, labeled: 'manual' };
  test.each<[string, object]>([
    ['sessions', { session: 'a/b' }],
    ['sessions', { session: 's'.repeat(256) }],
    ['sessions', { session: 7 }],
    ['monitors', { monitor: '__m__' }],
    ['monitors', { monitor: 'm' }],
    ['monitors', { monitor: 'constructor' }],
    ['dates', { date: 1e300 }],
    ['dates', { date: '2026' }],
    ['file names', { name: '../a.jpg' }],
    ['file names', { name: 'a'.repeat(256) }],
    ['annotations of an unlisted category', { tag: '__proto__' }],
    ['annotations of an unlisted category', { annotations: [{ ...box, tag: 'b' }] }],
    ['annotations without a place', { annotations: [{ ...box, x: '0.1' }] }],
    ['annotations without a place', { annotations: [{ ...box, labeled: 'nobody' }] }],
    ['annotations without a place', { annotations: [null, 7, { ...box, type: 'cube' }].slice(2) }],
    ['places outside of their images', { annotations: [{ ...box, x: -5, w: 6 }] }],
    ['masks whose pictures are missing', { masks: [{ tag: 'a', file: 'masks/y.png' }] }],
  ])('%s: %j', async (kind, more) => {
    const coming = importOf(HEAD, { ...LINE, ...more });
    expect((await coming.check()).notes).toEqual([`Not kept: ${kind} (1).`]);
    expect((await coming.run()).progress).toMatchObject({ added: 1 });
    for (const { tags } of coming.memory.records.values())
      for (const { x, y, w, h } of tags)
        expect(Math.min(x, y, w, h, 1 - x - w, 1 - y - h)).toBeGreaterThanOrEqual(0);
  });
});

test('sessions are never those of this project', async () => {
  const coming = importOf(HEAD, { ...LINE, session: 'camera.shift_1' });
  await coming.run();
  const [{ session } = {}] = coming.memory.records.values();
  expect(session).toBe(importedSessionId('camera.shift_1'));
  // Neither one that a device has named, nor one of a monitor.
  expect(session?.slice(session.lastIndexOf('.') + 1)).not.toMatch(SESSION_NAME);
  expect(session).not.toMatch(/^[0-9a-f]+$/);
});

describe('an image stays checked', () => {
  const box = { type: 'rect', tag: 'a', x: 0.1, y: 0.1, w: 0.2, h: 0.2, labeled: 'manual' };
  test.each<[string, boolean, object, ImportOptions['tagmap'] | null]>([
    ['with all of its labels', true, { annotations: [box] }, null],
    ['with nothing in it', true, { tag: null }, null],
    ['not without a label that is left out', false, { annotations: [box] }, { a: null }],
    ['not without a label that cannot come', false, { annotations: [{ ...box, tag: 'b' }] }, null],
    ['not with a box that is cut', false, { annotations: [{ ...box, w: 2 }] }, null],
    ['not if nobody has checked it', false, { checked: 'true' }, null],
  ])('%s', async (_, isChecked, more, tagmap) => {
    const coming = importOf(HEAD, { ...LINE, checked: true, ...more });
    await coming.run(tagmap ? { tagmap } : {});
    expect([...coming.memory.records.values()].map(({ checked }) => checked)).toEqual([isChecked]);
  });
});

describe("a class that a model has given stays the model's", () => {
  const from = { run: 'night 7', acceptance: 'a1' };
  test.each<[string, object, object | undefined]>([
    ['if nobody has looked', { tag: 'a', suggested: from }, { labeled: 'inference', ...from }],
    ['not if somebody has checked it', { tag: 'a', suggested: from, checked: true }, undefined],
    ['not without the class', { tag: null, suggested: from }, undefined],
    ['not without a name of the acceptance', { tag: 'a', suggested: { ...from, acceptance: 7 } }, undefined],
    [
      'with a name that can be stored',
      { tag: 'a', suggested: { ...from, run: '\ud800' } },
      { labeled: 'inference', ...from, run: '\ufffd' },
    ],
  ])('%s', async (_, more, expected) => {
    const coming = importOf(HEAD, { ...LINE, ...more }, 'MULTICLASS');
    await coming.run();
    expect([...coming.memory.records.values()].map(({ suggested }) => suggested)).toEqual([expected]);
  });
});

test('an image that needs a class is not checked without one', async () => {
  for (const [tag, isChecked] of [
    ['a', true],
    [null, false],
  ] as const) {
    const coming = importOf(HEAD, { ...LINE, tag, checked: true }, 'MULTICLASS');
    await coming.run();
    expect([...coming.memory.records.values()].map(({ checked }) => checked)).toEqual([isChecked]);
  }
});

test('colors and keys that are none are counted, and stay away', async () => {
  const tags = [
    { name: 'a', color: 'url(x)"', key: 'k' },
    { name: 'b', color: 'red', key: 'two' },
    { name: 'c', color: 7 },
    { name: 'd', color: 'red', key: '' },
  ];
  const coming = importOf({ ...HEAD, tags }, LINE);
  expect((await coming.check()).notes).toEqual(['Not kept: colors and keys of classes (3).']);
  await coming.run();
  expect(coming.memory.dataset.tags.map(({ name, color, key }) => [name, color, key])).toEqual([
    ['a', '', 'k'],
    ['b', 'red', ''],
    ['c', '', ''],
    ['d', 'red', ''],
  ]);
});

test.each<[string, unknown, RegExp]>([
  ['another number', { ...HEAD, version: 2 }, /update Sightline/],
  ['a tag without a name', { ...HEAD, tags: [{ name: 7 }] }, /has no name/],
])('%s is refused', async (_, head, reason) => {
  await expect(importOf(head, LINE).check()).rejects.toMatchObject({
    code: 'import failed',
    particulars: { reason: expect.stringMatching(reason) },
  });
});
