/**
 * Contract 4, downloadZip: images may be named by their `gs://` URIs, which is no slower than ids.
 * @covers Contract 4 downloadZip by uris: the reads of ids, at most 1.5 times their processor time
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FirestoreTap, startFirestoreTap } from '../bench/cost/firestore-tap.ts';
import { ticksOf } from '../support/process-cost.ts';
import { readZip } from '../support/read-zip.ts';
import { openStage, putObject, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const COUNT = 5000;
const ROUNDS = 3;
const JPEG = Buffer.from('ffd8ffe0', 'hex');

let stage: Stage;
let tap: FirestoreTap;
beforeAll(async () => {
  tap = await startFirestoreTap(() => stage.stack.addresses.firestore);
  stage = await openStage({ FIRESTORE_EMULATOR_HOST: tap.address });
  for (const id of ['many', 'odd']) await seedDataset(stage, { id, type: 'MULTICLASS', tags: { t: 'dent' } });
  // Only records: an archive of one picture shows the cost of finding all of them.
  await seedImages(stage, 'many', [{ id: 'm-0', bytes: JPEG }]);
  const rest = Array.from({ length: COUNT - 1 }, (_, at) => ({ id: `m-${at + 1}` }));
  await seedImages(stage, 'many', rest);
});
afterAll(async () => {
  await stage?.close();
  await tap?.close();
});

const uri = (name: string): string => `gs://${stage.stack.bucket}/${name}`;

async function ask(dataset: string, images: readonly string[]): Promise<Map<string, Buffer>> {
  const answer = await stage.post(`${dataset}/downloadZip`, { images });
  expect(answer.status).toBe(200);
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

const ids = Array.from({ length: COUNT }, (_, at) => `m-${at}`);
const byIds = () => ask('many', ids);
const byUris = () =>
  ask(
    'many',
    ids.map((id) => uri(`dataset/many/${id}.jpg`)),
  );

test.each([
  ['ids', byIds],
  ['uris', byUris],
])('other routes answer while 5,000 images are found by their %s', async (_, asking) => {
  let isDone = false;
  const archive = asking().finally(() => (isDone = true));
  let meanwhile = 0;
  for (; !isDone; meanwhile += 1) await stage.call('no/such/route');
  expect([...(await archive).keys()]).toEqual(['Unclassified/m-0.jpg', 'errors.txt']);
  expect(meanwhile).toBeGreaterThan(5);
});

test('5,000 uris cost the same reads as 5,000 ids, and at most 1.5 times as much processor time', async () => {
  const { pid } = stage.stack.functions.dataset!;
  const cost = async (work: () => Promise<unknown>) => {
    tap.take();
    const before = await ticksOf(pid);
    await work();
    return { ticks: (await ticksOf(pid)) - before, readsOf: tap.take().readsOf };
  };
  const least = { ids: Number.POSITIVE_INFINITY, uris: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await cost(byIds), await cost(byUris)];
    expect(other.readsOf).toEqual(one.readsOf);
    expect(one.readsOf.image).toBe(COUNT);
    least.ids = Math.min(least.ids, one.ticks);
    least.uris = Math.min(least.uris, other.ticks);
  }
  process.stdout.write(`\n${JSON.stringify(least)}\n`);
  expect(least.uris).toBeLessThan(1.5 * least.ids);
});

test('a name in another format is looked up, and one that contradicts its record is not used', async () => {
  const named = (id: string, name: string) => ({ id, fields: { uri: uri(name), name: `${id}.jpg` } });
  await seedImages(stage, 'odd', [
    named('o-1', 'dataset/odd/photos/from a phone.JPG'),
    named('o-2', 'dataset/odd/o-3.jpg'),
    named('o-3', 'dataset/odd/moved.jpg'),
  ]);
  const names = ['photos/from a phone.JPG', 'o-3.jpg', 'moved.jpg'].map((name) => `dataset/odd/${name}`);
  for (const name of names) await putObject(stage, name, JPEG);
  const wanted = [...names, 'dataset/odd/gone.jpg', 'dataset/many/m-0.jpg', 'o'].map(uri);
  const entries = await ask('odd', wanted);
  expect([...entries.keys()]).toEqual([
    ...['o-1', 'o-2', 'o-3'].map((id) => `Unclassified/${id}.jpg`),
    'errors.txt',
  ]);
  expect(String(entries.get('errors.txt')).trimEnd().split('\n')).toEqual(
    wanted.slice(3).map((each) => `"${each}": not an image of this dataset`),
  );
});
