/**
 * `npm run sweep -- --looks`: computes the perceptual hash (`look`) of image records that have none.
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

const sweep = (...options: string[]) => sweeps.sweep('--looks', ...options);
const record = (id: string) => stage.stack.firestore.doc(`image/${id}`);
const lookOf = async (id: string) => (await record(id).get()).get('look') as string | undefined;

test('uploads have hashes: there is nothing to do', async () => {
  expect(await sweep()).toMatchObject({ code: 0, lines: ['All images have looks.'] });
});

test('records without a hash, or with an invalid one, get the hash of their thumbnail and no other change', async () => {
  const uploaded = await lookOf(ids[0]!);
  await record(ids[0]!).update({ look: FieldValue.delete() });
  await record(ids[1]!).update({ look: 'no look' });
  const before = await records(stage.stack, 'image');
  expect(await sweep('--dry-run')).toMatchObject({
    code: 0,
    lines: ['2 images have no look, nothing changed (--dry-run).'],
  });
  expect(await records(stage.stack, 'image')).toEqual(before);
  const { code, lines } = await sweep();
  expect([code, lines.at(-1)]).toEqual([0, '2 images had no look, 2 have one now.']);
  expect(bitsApart((await lookOf(ids[0]!))!, uploaded!)).toBeLessThanOrEqual(1);
  for (const [id, fields] of await records(stage.stack, 'image')) {
    const look = expect.stringMatching(/^[0-9a-f]{16}$/);
    expect(fields).toEqual({ ...before.get(id), look });
  }
  expect((await sweep()).lines).toEqual(['All images have looks.']);
});

test('records whose thumbnail is missing or broken are listed, all others of several pages are completed', async () => {
  const { firestore } = stage.stack;
  const imageData = (await record(ids[2]!).get()).get('imageData') as Buffer;
  const writer = firestore.bulkWriter();
  for (let at = 0; at < 320; at += 1) {
    const fields = at === 7 ? {} : { imageData: at === 301 ? Buffer.from('no picture') : imageData };
    void writer.set(firestore.doc(`image/many-${String(at).padStart(3, '0')}`), {
      uri: `gs://b/${at}`,
      ...fields,
    });
  }
  await writer.close();
  const { code, lines } = await sweep();
  expect(code).toBe(1);
  expect(lines.filter((line) => line.startsWith('image/'))).toEqual([
    'image/many-007 has no thumbnail that can be decoded',
    'image/many-301 has no thumbnail that can be decoded',
  ]);
  expect(lines.at(-1)).toBe('320 images had no look, 318 have one now.');
  expect(await lookOf('many-319')).toBe(await lookOf('many-000'));
});
