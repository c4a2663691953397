/**
 * `npm run sweep -- --fields`: adds fields that lists need to image records of an earlier version.
 * @covers Contract 9 fields of lists on older records (`npm run sweep -- --fields`)
 * @covers Leftovers of died processes
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FieldValue } from 'firebase-admin/firestore';
import { records } from '../support/factory.ts';
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

const sweep = (...options: string[]) => sweeps.sweep('--fields', ...options);
const record = (id: string) => stage.stack.firestore.doc(`image/${id}`);

test('uploads have all fields: there is nothing to do', async () => {
  expect(await sweep()).toMatchObject({ code: 0, lines: ['All images have the fields of lists.'] });
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
  const dry = await sweep('--dry-run');
  expect(dry.lines).toEqual(['4 images lack fields of lists, nothing changed (--dry-run).']);
  expect((await sweep()).lines.at(-1)).toBe('4 images lacked fields of lists, 4 have them now.');
  expect(await records(stage.stack, 'image')).toEqual(before);
  expect((await sweep()).lines).toEqual(['All images have the fields of lists.']);
});

test('more than a page, including records without a dataset', async () => {
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
  expect((await sweep()).lines.at(-1)).toBe('309 images lacked fields of lists, 309 have them now.');
  const shards = [...(await records(stage.stack, 'image')).values()].map(({ shard }) => shard as string);
  for (const shard of ['other/0', 'other/1'])
    expect(shards.filter((each) => each === shard).length).toBeGreaterThan(100);
});
