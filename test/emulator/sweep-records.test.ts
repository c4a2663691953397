/**
 * `npm run sweep -- --fields`: adds fields that lists need to image records of an earlier version; `--looks` computes the perceptual
 * hash (`look`) of those that have none.
 * @covers Contract 9 fields of lists on older records (`npm run sweep -- --fields`)
 * @covers Looks (`image.look`, `npm run sweep -- --looks`)
 * @covers Leftovers of died processes
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FieldValue } from 'firebase-admin/firestore';
import { records } from '../support/factory.ts';
import { bitsApart } from '../support/look.ts';
import { openStage, type Stage } from './image-stage.ts';
import { furnishFrames, startSweeps } from './sweep-stage.ts';

let stage: Stage;
let ids: string[];
let sweeps: ReturnType<typeof startSweeps>;

beforeAll(async () => {
  stage = await openStage({ functions: ['monitor'] });
  ids = await furnishFrames(stage);
  sweeps = startSweeps(stage);
});
afterAll(async () => {
  await sweeps?.close();
  await stage?.close();
});

const fields = (...options: string[]) => sweeps.sweep('--fields', ...options);
const looks = (...options: string[]) => sweeps.sweep('--looks', ...options);
const record = (id: string) => stage.stack.firestore.doc(`image/${id}`);
const lookOf = async (id: string) => (await record(id).get()).get('look') as string | undefined;

test('uploads have all fields of lists: there is nothing to do', async () => {
  expect(await fields()).toMatchObject({ code: 0, lines: ['All images have the fields of lists.'] });
});

test('missing or wrong fields are written, paths become references, and nothing else changes', async () => {
  const before = await records(stage.stack, 'image');
  const gone = FieldValue.delete();
  await record(ids[2]!).update({ shard: gone, labelled: gone, checked: gone });
  await record(ids[3]!).update({ shard: 'elsewhere/0', labelled: 'yes' });
  const path = 'dataset/bolts/tag/good';
  await record(ids[4]!).update({
    monitor: 'monitor/line-1',
    dataset: 'dataset/bolts',
    tagsContained: [path],
  });
  await record(ids[5]!).update({ tagsContained: FieldValue.delete(), set: FieldValue.delete() });
  const dry = await fields('--dry-run');
  expect(dry.lines).toEqual(['4 images lack fields of lists, nothing changed (--dry-run).']);
  expect((await fields()).lines.at(-1)).toBe('4 images lacked fields of lists, 4 have them now.');
  expect(await records(stage.stack, 'image')).toEqual(before);
  expect((await fields()).lines).toEqual(['All images have the fields of lists.']);
});

test('uploads have hashes: there is nothing to do', async () => {
  expect(await looks()).toMatchObject({ code: 0, lines: ['All images have looks.'] });
});

test('records without a hash, or with an invalid one, get the hash of their thumbnail and no other change', async () => {
  const uploaded = await lookOf(ids[0]!);
  await record(ids[0]!).update({ look: FieldValue.delete() });
  await record(ids[1]!).update({ look: 'no look' });
  const before = await records(stage.stack, 'image');
  expect(await looks('--dry-run')).toMatchObject({
    code: 0,
    lines: ['2 images have no look, nothing changed (--dry-run).'],
  });
  expect(await records(stage.stack, 'image')).toEqual(before);
  const { code, lines } = await looks();
  expect([code, lines.at(-1)]).toEqual([0, '2 images had no look, 2 have one now.']);
  expect(bitsApart((await lookOf(ids[0]!))!, uploaded!)).toBeLessThanOrEqual(1);
  for (const [id, found] of await records(stage.stack, 'image')) {
    const look = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(found).toEqual({ ...before.get(id), look });
  }
  expect((await looks()).lines).toEqual(['All images have looks.']);
});

test('fields of more than a page, including records without a dataset', async () => {
  const writer = stage.stack.firestore.bulkWriter();
  for (let at = 0; at < 310; at += 1) {
    const dataset = at === 300 ? {} : { dataset: 'dataset/other' };
    void writer.set(record(`many-${String(at).padStart(3, '0')}`), {
      uri: `gs://b/${at}`,
      date: at,
      ...dataset,
    });
  }
  await writer.close();
  expect((await fields()).lines.at(-1)).toBe('309 images lacked fields of lists, 309 have them now.');
  const shards = [...(await records(stage.stack, 'image')).values()].map(({ shard }) => shard as string);
  for (const shard of ['other/0', 'other/1'])
    expect(shards.filter((each) => each === shard).length).toBeGreaterThan(100);
});

test('records whose thumbnail is missing or broken are listed, all others of several pages are completed', async () => {
  const { firestore } = stage.stack;
  const imageData = (await record(ids[2]!).get()).get('imageData') as Buffer;
  const writer = firestore.bulkWriter();
  for (let at = 0; at < 320; at += 1) {
    const own = at === 7 ? {} : { imageData: at === 301 ? Buffer.from('no picture') : imageData };
    void writer.set(firestore.doc(`image/many-${String(at).padStart(3, '0')}`), {
      uri: `gs://b/${at}`,
      ...own,
    });
  }
  await writer.close();
  const { code, lines } = await looks();
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith('image/'))).toEqual([
    'image/many-007 has no thumbnail that can be decoded',
    'image/many-301 has no thumbnail that can be decoded',
  ]);
  expect(lines.at(-1)).toBe('320 images had no look, 318 have one now.');
  expect(await lookOf('many-319')).toBe(await lookOf('many-000'));
});
