/**
 * Contract 17: keys of a dataset by route, and what a program with one may do; access.test.ts asks each route.
 * @covers Contract 17 Programs: keys of a dataset; audit lines name the key; revoked within 5 seconds
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { type Answered, call, eventually, picture } from '../support/factory.ts';
import { writeZip } from '../support/write-zip.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
const keys: string[] = [];
beforeAll(async () => {
  stage = await openManageStage(['dataset']);
  const other = { type: 'MULTICLASS', name: 'Other', tags: [], owner: 'stranger', members: {} };
  await stage.stack.firestore.doc('dataset/other').set({ ...other, people: ['stranger'] });
});
afterAll(() => stage?.close());
beforeEach(async () => {
  for (const { hash } of await list()) await revoke(hash);
});

const KEYS = '/dataset/bolts/keys';
async function make(role = 'editor', uid = 'owner') {
  const answer = await stage.as(uid, KEYS, { body: { name: `A ${role}`, role } });
  if (answer.status === 200) keys.push(answer.body.key);
  return answer;
}
const list = async () => (await stage.as('owner', KEYS)).body.keys ?? [];
const revoke = (hash: string) => stage.as('owner', `${KEYS}/${hash}`, { method: 'DELETE' });
const asJob = (key: string, path: string, ask: object = {}) =>
  call(stage.stack, path, { ...ask, headers: { authorization: `Bearer ${key}` } });
const look = async (key: string) => (await asJob(key, '/dataset/bolts/images')).status;

test('a key is shown once, listed by its hash with its name and role, and refused within seconds once it is revoked', async () => {
  const { status, body } = await make('viewer');
  const { key, hash } = body;
  expect([status, body]).toEqual([
    200,
    { error: false, status: 'success', key, hash: hashKey(key).slice(0, 12) },
  ]);
  expect(key).toMatch(/^sld_[\w-]{43}$/);
  const listed = { hash, name: 'A viewer', role: 'viewer', made: expect.any(Number), by: 'owner' };
  expect(await list()).toEqual([{ ...listed, lastUsed: null }]);
  expect(await look(key)).toBe(200);
  await eventually(async () =>
    expect(await list()).toEqual([{ ...listed, lastUsed: new Date().toISOString().slice(0, 10) }]),
  );
  expect((await revoke(hash)).status).toBe(200);
  expect((await revoke(hash)).status).toBe(200);
  expect(await list()).toEqual([]);
  await eventually(async () => expect(await look(key)).toBe(401), 5_000);
  expect((await revoke('0123456789ab')).body).toEqual({
    error: true,
    result: 'Key "0123456789ab" not found',
  });
});

test('a job has the role of its key in its dataset, sees no other, and is named where it made something', async () => {
  const [viewer, editor] = [(await make('viewer')).body, (await make('editor')).body];
  const third = await make();
  expect([third.status, third.body]).toEqual([
    409,
    { error: true, result: 'Two keys are live already: revoke one first' },
  ]);
  for (const [{ key }, role] of [
    [viewer, 'viewer'],
    [editor, 'editor'],
  ] as const) {
    const { body } = await asJob(key, '/dataset');
    expect([body.datasets, body.next]).toEqual([[expect.objectContaining({ id: 'bolts', role })], null]);
    expect((await asJob(key, '/dataset/other/images')).status).toBe(404);
    // Neither people, nor keys, nor cameras are its business.
    for (const path of ['members', 'keys'])
      expect((await asJob(key, `/dataset/bolts/${path}`)).status).toBe(403);
    expect((await asJob(key, '/dataset/bolts/monitors/line-1', { method: 'PUT' })).status).toBe(403);
    expect((await asJob(key, '/dataset', { body: { name: 'Mine', type: 'ANOMALY' } })).status).toBe(403);
  }
  const { firestore } = stage.stack;
  const [bolts, image] = [firestore.doc('dataset/bolts'), firestore.doc('image/seen')];
  const fields = {
    dataset: bolts,
    uri: 'gs://b/seen.jpg',
    date: new Date(),
    set: 'TRAIN',
    tags: [],
    masks: [],
  };
  await image.set({ ...fields, tag: bolts.collection('tag').doc('bad'), checked: true });
  const ask = { method: 'PATCH', body: { changes: [{ image: 'seen', tag: 'good' }] } };
  const changed = await asJob(editor.key, '/dataset/bolts/images', ask);
  expect(changed.body.images).toEqual([expect.objectContaining({ outcome: 'done' })]);
  expect((await image.get()).get('checked')).toBe(false);
  const run = { body: { name: 'Nightly', live: true } };
  expect((await asJob(viewer.key, '/dataset/bolts/run', run)).status).toBe(403);
  const made = await asJob(editor.key, '/dataset/bolts/run', run);
  expect(made.status).toBe(200);
  const shown = await stage.as('viewer', `/dataset/bolts/run/${made.body.number}`);
  expect(shown.body).toMatchObject({ by: `program:${editor.hash}` });
  await eventually(() =>
    expect(stage.stack.functions.dataset!.output()).toMatch(
      new RegExp(`"action":"run make"[^\\n]*"caller":"program","key":"${editor.hash}"`),
    ),
  );
});

test('what a job imports is checked by nobody, and no job says what a person has to', async () => {
  const { key } = (await make()).body;
  const byPerson: Ask = (path, ask) => stage.as('editor', path, ask);
  const byJob: Ask = (path, ask) => asJob(key, path, ask);
  const images = stage.stack.firestore.collection('image');
  for (const [at, [ask, checked]] of [[byJob, false] as const, [byPerson, true] as const].entries()) {
    const zip = await archiveOf(90 + at);
    const begun = await ask('/dataset/bolts/import', { body: { name: 'parts.zip', size: zip.length } });
    await fetch(begun.body.upload, { method: 'PUT', body: new Uint8Array(zip) });
    const ran = await ask(`/dataset/bolts/import/${begun.body.id}/run`, { body: {} });
    expect(ran.body).toMatchObject({ progress: { added: 1 } });
    const { docs } = await images.where('import', '==', begun.body.id).get();
    expect(docs.map((each) => each.get('checked'))).toEqual([checked]);
  }
  const suggested = { image: 'i', tag: 'good', score: 1, revision: 0 };
  await stage.stack.firestore.doc('dataset/bolts/acceptance/some').set({
    ...{
      run: 1,
      name: 'Run',
      threshold: 0.9,
      tags: null,
      precision: 0.95,
      suggestions: 1,
      others: '',
      by: '',
    },
    classes: [{ tag: 'good', suggested: 1, known: 1 }],
    sample: [suggested],
    progress: { state: 'open', reviewed: [], job: null, accepted: 0, sampled: 0, restored: 0 },
  });
  const reviewed = { body: { reviewed: [{ image: 'i', revision: 0, correct: false, tag: null }] } };
  expect((await byJob('/dataset/bolts/acceptance/some', reviewed)).status).toBe(403);
  expect((await byPerson('/dataset/bolts/acceptance/some', reviewed)).status).toBe(409);
});

type Ask = (path: string, ask: object) => Promise<Answered>;

/** One image that is said to be checked. */
async function archiveOf(number: number): Promise<Buffer> {
  const about = { format: 'sightline', version: 1, tags: [{ name: 'good' }] };
  const line = { file: 'a.jpg', set: 'TRAIN', tag: 'good', checked: true };
  return writeZip([
    { path: 'dataset.json', bytes: Buffer.from(JSON.stringify(about)) },
    { path: 'images.jsonl', bytes: Buffer.from(`${JSON.stringify(line)}\n`) },
    { path: 'a.jpg', bytes: await picture(number) },
  ]);
}

test('keys end when the dataset gets another owner, by consent or by other means, and when it is deleted', async () => {
  const { firestore } = stage.stack;
  const bolts = firestore.doc('dataset/bolts');
  const { key } = (await make()).body;
  expect(await look(key)).toBe(200);
  await bolts.update({ owner: 'stranger' });
  expect(await look(key)).toBe(404);
  await bolts.update({ owner: 'owner' });
  expect(await look(key)).toBe(200);

  await stage.as('owner', '/dataset/bolts/members/editor', { method: 'PUT', body: { role: 'owner' } });
  expect((await stage.as('editor', '/dataset/bolts/members/accept', { method: 'POST' })).status).toBe(200);
  expect((await stage.as('editor', KEYS)).body.keys).toEqual([]);
  await eventually(async () => expect(await look(key)).toBe(401), 5_000);
  await bolts.update({ owner: 'owner', members: { editor: 'editor', viewer: 'viewer' } });

  const last = (await make('viewer', 'admin')).body.key;
  expect(await look(last)).toBe(200);
  const { name } = (await bolts.get()).data() as { name: string };
  await stage.as('owner', '/dataset/bolts', { method: 'DELETE', body: { confirm: name } });
  expect(await look(last)).toBe(404);
  await stage.as('owner', '/dataset/bolts/restore', { method: 'POST' });
  expect(await list()).toEqual([]);
  await eventually(async () => expect(await look(last)).toBe(401), 5_000);
});

test('no key is stored or in the log', async () => {
  const stored = await stage.stack.firestore.collection('datasetKey').get();
  const text = JSON.stringify(stored.docs.map((each) => [each.id, each.data()]));
  expect(keys.length).toBeGreaterThan(3);
  for (const key of keys) {
    expect(text).toContain(hashKey(key));
    expect(text).not.toContain(key);
  }
  expect(stage.stack.functions.dataset!.output()).not.toMatch(/sld_/);
});
