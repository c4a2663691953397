/**
 * Contract 2: one function decides which object belongs to a dataset. A record that points elsewhere gives access to nothing
 * on any route, and the sweep does not touch what it names.
 * @covers Contract 2 which object belongs to a dataset, for every route and the sweep
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readZip } from '../support/read-zip.ts';
import { openStage, putObject, type Stage, seedDataset, seedImages } from './dataset-stage.ts';
import { runSweep } from './sweep-stage.ts';

const SECRET = 'dataset/theirs/secret.jpg';
const MASK = 'dataset/theirs/secret_mask_1.png';
const SHARED = 'settings/shared.jpg';

let stage: Stage;
let uris: string[];

beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'image']);
  const { stack } = stage;
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  for (const id of ['mine', 'theirs'])
    await seedDataset(stage, { id, type: 'MULTILABEL', tags: { t: 'dent' } });
  for (const name of [SECRET, MASK, SHARED]) await putObject(stage, name, jpeg);
  uris = [SECRET, SHARED].map((name) => `gs://${stack.bucket}/${name}`);
  uris.push('gs://another-bucket/dataset/mine/x.jpg');
  const masks = [{ tag: stack.firestore.doc('dataset/mine/tag/t'), uri: `gs://${stack.bucket}/${MASK}` }];
  const tags = [{ tag: 't', x: 0, y: 0, w: 1, h: 1 }];
  await seedImages(stage, 'mine', [
    { id: 'own', bytes: jpeg, tag: 't', tags, fields: { masks } },
    ...uris.map((uri, at) => ({ id: `leads-out-${at}`, tag: 't', tags, fields: { uri } })),
  ]);
});
afterAll(() => stage?.close());

const image = (route: string, name: string, init?: RequestInit) =>
  fetch(`${stage.stack.baseUrl}/image/${route}/image/${name.replaceAll('/', '--')}`, init);

test('downloadZip: neither pictures nor masks', async () => {
  const images = ['own', 'leads-out-0', 'leads-out-1', 'leads-out-2', ...uris];
  const answer = await stage.post('mine/downloadZip', { images });
  const entries = await readZip(Buffer.from(await answer.arrayBuffer()));
  expect([...entries.keys()]).toEqual(['Anomaly/dent/own.jpg', 'errors.txt']);
  expect(String(entries.get('errors.txt')).match(/cannot be read$/gm)).toHaveLength(4);
});

test('annotationsCrops: no crops', async () => {
  const answer = await stage.call('mine/annotationsCrops/t');
  expect(await answer.json()).toMatchObject([{ imageId: 'own' }]);
});

test('csv: dropped and counted', async () => {
  const answer = (await (await stage.call('mine/csv?test=0&validation=0')).json()) as {
    result: { training: { dataset: string } };
  };
  const name = answer.result.training.dataset.replace(`gs://${stage.stack.bucket}/`, '');
  const [csv] = await stage.bucket.file(name).download();
  const [report] = await stage.bucket.file(name.replace('.csv', '.report.json')).download();
  expect(String(csv)).toBe(`TRAIN,gs://${stage.stack.bucket}/dataset/mine/own.jpg,dent\n`);
  expect(JSON.parse(String(report))).toMatchObject({ dropped: { images: { 'cannot be read': 3 } } });
});

test.each([SECRET, SHARED])('image routes: %s is missing for callers, and stays', async (name) => {
  const answers = await Promise.all([image('getb64', name), image('detect', name)]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect((await image('delete', name, { method: 'DELETE' })).status).toBe(404);
  expect(await stage.bucket.file(name).exists()).toEqual([true]);
  expect((await image('getb64', 'dataset/mine/own.jpg')).status).toBe(200);
});

test('sweep: a record that points elsewhere does not count as one without an object, and what it names stays', async () => {
  const { stack } = stage;
  await stage.bucket.file(SHARED).delete();
  const uri = `gs://${stack.bucket}/dataset/theirs/gone.jpg`;
  await seedImages(stage, 'mine', [{ id: 'leads-nowhere', fields: { uri } }]);
  const addresses = { ...stack.addresses, storage: new URL(stage.storage).host };
  const { text } = await runSweep({ stack: { ...stack, addresses } } as never, [
    '--dry-run',
    '--older-than=0s',
  ]);
  expect(text).toContain(`mask without record     ${MASK}`);
  expect(text).not.toMatch(/record without object|secret\.jpg/);
});
