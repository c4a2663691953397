/**
 * Data of earlier releases, and of later ones after a rollback (docs/operate/upgrading.md).
 * @covers Contract 2 records have a schema: those of a newer release are read and not changed
 * @covers Contract 8 Grants: frames of a camera wait until an upgrade has admitted it
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { deviceKey } from '../support/device-key.ts';
import { type Answered, call, frame } from '../support/factory.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { openStage, type Stage } from './image-stage.ts';
import { runSweep } from './sweep-stage.ts';

const ROOT = join(import.meta.dirname, '../..');
const PICTURES = join(ROOT, 'emulator-data/storage_export/blobs');
/** Of 59 images, two are in REVIEW. */
const [IMAGES, IN_REVIEW] = [59, 2];

let stage: Stage;
let auth: AuthLease;
let owner: Record<string, string>;
let key: Record<string, string>;

beforeAll(async () => {
  auth = await leaseAuth();
  const env = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}` };
  stage = await openStage({ functions: ['dataset', 'image', 'monitor'], env });
  const { projectId } = stage.stack;
  await registerPerson(auth, projectId, 'owner');
  owner = { authorization: `Bearer ${tokenOf('owner', projectId)}` };
  await open('0.1.0');
  const { stdout } = await deviceKey(stage.stack, 'create', '--monitor', 'line-1');
  key = { authorization: `Bearer ${stdout.split('\n')[0]}` };
});
afterAll(async () => {
  await stage?.close();
  await auth?.close();
});

/** Puts the records of a release into the empty project, and the pictures that they name into the bucket. */
async function open(release: string): Promise<void> {
  const { stack, bucket } = stage;
  const { projectId, addresses } = stack;
  const database = `projects/${projectId}/databases/(default)`;
  const text = await readFile(join(ROOT, `test/support/releases/${release}.ndjson`), 'utf8');
  const own = text
    .replaceAll('demo-sightline.firebasestorage.app', stack.bucket)
    .replaceAll('demo-sightline', projectId);
  const writes = own
    .trim()
    .split('\n')
    .map((line) => {
      const { path, fields } = JSON.parse(line) as { path: string; fields: object };
      return { update: { name: `${database}/documents/${path}`, fields } };
    });
  await stack.firestore.recursiveDelete(stack.firestore.doc('dataset/bolts'));
  const answer = await fetch(`http://${addresses.firestore}/v1/${database}/documents:commit`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ writes }),
  });
  expect(answer.status).toBe(200);
  const names = [...own.matchAll(/dataset\/bolts\/(bolts-\d+\.jpg)/g)].map(([, name]) => name as string);
  const save = async (name: string) =>
    bucket.file(`dataset/bolts/${name}`).save(await readFile(join(PICTURES, name)), { resumable: false });
  await Promise.all([...new Set(names)].map(save));
}

const ask = (path: string, method = 'GET', body?: object): Promise<Answered> =>
  call(stage.stack, path, { method, headers: owner, ...(body && { body }) });
const get = (path: string): Promise<Answered> => ask(path);
const send = async (number: number): Promise<Answered> =>
  call(stage.stack, '/monitor/line-1/image', { body: await frame(number), headers: key });

test('0.1.0: every image is listed with its label, and a version has them all', async () => {
  const listed: { tag: { id: string } | string | null; set: string }[] = [];
  for (let after = ''; ; ) {
    const { body } = await get(`/dataset/bolts/images?limit=50${after}`);
    listed.push(...body.images);
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  expect(listed).toHaveLength(IMAGES);
  const kept = await stage.stack.firestore.collection('image').where('tag', '==', null).count().get();
  expect(listed.filter(({ tag }) => tag === null)).toHaveLength(kept.data().count);
  const made = await ask('/dataset/bolts/version', 'POST', { test: 20, validation: 15 });
  expect(made.body).toMatchObject({ number: 1, counts: { images: IMAGES - IN_REVIEW } });
});

test('0.1.0: filters by what a person has reviewed find its images once the sweep has completed them', async () => {
  const found = async () => (await get('/dataset/bolts/images?checked=false&limit=200')).body.images.length;
  expect(await found()).toBe(0);
  expect((await runSweep(stage, ['--fields'])).text).toContain(`${IMAGES} have them now`);
  expect(await found()).toBe(IMAGES);
});

test('0.1.0: frames of a camera that was in use wait until the sweep has admitted it', async () => {
  const before = await send(1);
  expect([before.status, before.body.data.result]).toEqual([409, expect.stringContaining('does not admit')]);
  expect((await runSweep(stage, [])).code).toBe(0);
  expect((await send(1)).status).toBe(200);
});

test('a record of a newer release is read, and changed by no route', async () => {
  const { firestore } = stage.stack;
  const image = 'image/bolts-0001';
  for (const path of ['dataset/bolts', 'monitor/line-1', image])
    await firestore.doc(path).update({ schema: 2 });
  const state = async () =>
    JSON.stringify(
      await Promise.all(
        ['dataset/bolts', 'monitor/line-1', image].map(async (path) =>
          (await firestore.doc(path).get()).data(),
        ),
      ),
    );
  const before = await state();
  const { revision = 0 } = (await firestore.doc(image).get()).data() ?? {};
  const changes = [{ image: 'bolts-0001', seen: revision, tag: 'rusty' }];
  const answers = [
    await ask('/dataset/bolts', 'PATCH', { name: 'Older' }),
    await ask('/dataset/bolts/images', 'PATCH', { changes }),
    await ask('/monitor/line-1', 'PATCH', { name: 'Older' }),
    await get('/monitor/line-1/start'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(JSON.stringify(answers[0]!.body)).toContain('newer release');
  expect(await state()).toBe(before);
  expect((await get('/dataset/bolts/images?limit=1')).status).toBe(200);
});
