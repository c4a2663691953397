/**
 * `npm run restore` followed by the sweep: records are as at the time of the backup, objects may be newer, there is no live
 * state. The emulators' own clients replace export and import by gcloud.
 * @covers Backup, restore, sweep; never into another bucket
 */
import type { DocumentReference } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, countedRecords, eventually, liveState, shownCounters, upload } from '../support/factory.ts';
import { objectNames, openStage, type Stage } from './image-stage.ts';
import { furnishFrames, runSweep } from './sweep-stage.ts';

let stage: Stage;
let ids: string[];

beforeAll(async () => {
  stage = await openStage({ functions: ['monitor'] });
  ids = await furnishFrames(stage);
});
afterAll(() => stage?.close());

type Documents = Map<string, FirebaseFirestore.DocumentData>;

async function exportDocuments(): Promise<Documents> {
  const kept: Documents = new Map();
  const keep = async (reference: DocumentReference): Promise<void> => {
    const data = (await reference.get()).data();
    if (data) kept.set(reference.path, data);
    for (const collection of await reference.listCollections())
      for (const each of await collection.listDocuments()) await keep(each);
  };
  for (const collection of await stage.stack.firestore.listCollections())
    for (const each of await collection.listDocuments()) await keep(each);
  return kept;
}

async function copyObjects(): Promise<Map<string, Buffer>> {
  const [files] = await stage.bucket.getFiles();
  return new Map(
    await Promise.all(files.map(async (file) => [file.name, (await file.download())[0]] as const)),
  );
}

async function loseAll(): Promise<void> {
  const { stack, bucket } = stage;
  const documents = `projects/${stack.projectId}/databases/(default)/documents`;
  const url = `http://${stack.addresses.firestore}/emulator/v1/${documents}`;
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(200);
  await bucket.deleteFiles({ force: true });
  stack.database.load(stack.namespace, {});
  expect(await exportDocuments()).toEqual(new Map());
  expect(await objectNames(stage)).toEqual([]);
}

test('after a restore the sweep repairs all differences', async () => {
  const documents = await exportDocuments();
  await call(stage.stack, '/monitor/line-1/start');
  const later: string[] = [];
  for (const number of [100, 101]) later.push((await upload(stage.stack, number)).body.data.id);
  await call(stage.stack, '/monitor/line-1/stop');
  const objects = await copyObjects();

  await loseAll();
  for (const [name, bytes] of objects) await stage.bucket.file(name).save(bytes, { resumable: false });
  for (const [path, data] of documents) await stage.stack.firestore.doc(path).set(data);

  const { lines } = await runSweep(stage, ['--older-than=0s', '--dry-run']);
  const strays = lines.filter((line) => line.startsWith('object without record'));
  expect(strays).toHaveLength(2);
  for (const id of later) expect(strays.join('\n')).toContain(id);
  expect(lines.filter((line) => line.startsWith('record without object'))).toEqual([]);

  expect((await runSweep(stage, ['--older-than=0s'])).code).toBe(0);
  expect((await runSweep(stage, ['--older-than=0s', '--dry-run'])).lines).toEqual(['Nothing is left over.']);
  const images = [...(await exportDocuments()).keys()].filter((path) => path.startsWith('image/'));
  expect(images.sort()).toEqual(ids.map((id) => `image/${id}`).sort());
  expect(await shownCounters(stage.stack)).toEqual(await countedRecords(stage.stack));
});

test('and cameras continue as before', async () => {
  expect((await call(stage.stack, '/monitor/line-1/start')).status).toBe(200);
  expect((await upload(stage.stack, 102)).status).toBe(200);
  await eventually(() =>
    expect(liveState(stage.stack, 'line-1')).toMatchObject({ status: true, totalCounter: 1 }),
  );
  expect((await call(stage.stack, '/monitor/line-1/stop')).status).toBe(200);
});

test('the sweep removes nothing of what was restored into another bucket, not even by force', async () => {
  const { firestore, bucket } = stage.stack;
  const elsewhere = ['lost', `${bucket}-lost`, `a.${bucket}`];
  const { docs } = await firestore.collection('image').get();
  for (const [at, image] of docs.entries()) {
    const uri = String(image.get('uri')).replace(bucket, elsewhere[at % elsewhere.length] as string);
    await image.ref.update({ uri });
  }
  const objects = await objectNames(stage);
  const { code, text } = await runSweep(stage, ['--older-than=0s', '--force']);
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/image\/\w+ names gs:\/\/\S+\/dataset\/bolts\S+, and this bucket has/),
  ]);
  expect(await objectNames(stage)).toEqual(objects);
});
