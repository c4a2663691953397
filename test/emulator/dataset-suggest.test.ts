/**
 * Contract 15: suggestions are switched on, pictures are looked at, and what labels say becomes a run.
 * @covers Contract 15: dataset.suggest; switched off, vectors go
 * @covers Contract 15: vectors are made in steps, go on where they stopped, twice is once; bytes decide
 * @covers Contract 15: embedders: builtin and http, one interface
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { type EmbedderService, startEmbedder } from '../support/embedder.ts';
import { shade } from '../support/memory-suggest.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
let service: EmbedderService;
beforeAll(async () => {
  service = await startEmbedder();
  stage = await openStage({ EMBEDDER_URL: service.url }, ['dataset']);
});
afterAll(async () => {
  await stage.close();
  await service.close();
});

const partsOf = async (id: string) => {
  const [files] = await stage.bucket.getFiles({ prefix: `dataset/${id}/vectors/` });
  return files.map(({ name }) => name);
};

test('from an empty start to a run, and off again; at once or twice is once', async () => {
  await seedDataset(stage, { id: 'shades', type: 'MULTICLASS', tags: { a: 'dark', b: 'light' } });
  const tags = ['a', 'a', 'a', 'b', 'b', 'b', null];
  const images = await Promise.all(
    tags.map(async (tag, at) => {
      const bytes = await shade(tag === 'b' ? 180 + 6 * at : 10 + 6 * at);
      return { id: `shade-${at}`, format: 'png', tag, bytes };
    }),
  );
  await seedImages(stage, 'shades', images);
  const path = stage.firestore.doc('dataset/shades').path;
  await stage.firestore.doc('image/shade-6').update({ dataset: path });
  const service = new Sightline({ baseUrl: stage.stack.baseUrl });
  const dataset = service.datasets('shades');
  const { suggestions, runs } = dataset;
  const off = expect.objectContaining({
    status: 409,
    message: expect.stringContaining('set suggest of the dataset to builtin'),
  });
  await expect(suggestions.look()).rejects.toEqual(off);
  await expect(suggestions.make()).rejects.toEqual(off);
  expect(await suggestions.state()).toMatchObject({ embedder: 'off', accuracy: null });

  await dataset.update({ suggest: 'builtin' });
  const named = (await service.listDatasets()).find(({ id }) => id === 'shades');
  expect(named).toMatchObject({ suggest: 'builtin' });
  await Promise.all([suggestions.look(), suggestions.look()]);
  expect(await suggestions.lookAtAll()).toMatchObject({ indexed: 7, pending: 0, unreadable: 0 });
  expect(await partsOf('shades')).toHaveLength(2);
  expect(await suggestions.state()).toMatchObject({ embedder: 'builtin', labelled: { a: 3, b: 3 } });
  const made = await suggestions.make();
  expect(made).toMatchObject({ run: 1, counts: { images: 1 } });
  expect(await suggestions.make()).toMatchObject({ run: 2, hash: made.hash });
  expect(await runs.get(1)).toMatchObject({ source: 'builtin', state: 'ready', hash: made.hash });
  expect((await runs.images(1, { order: 'score' })).images).toMatchObject([
    { id: 'shade-6', predictions: [{ tag: 'a' }, { tag: 'b' }] },
  ]);

  const alike = async () => (await dataset.versions.preview()).groups.alike;
  expect(await alike()).toBe('signature');
  await dataset.update({ suggest: 'off' });
  expect(await partsOf('shades')).toEqual([]);
  expect(await alike()).toBe('look');
  const fields = (await stage.firestore.doc('dataset/shades').get()).data() ?? {};
  expect([fields.suggest, fields.vectors]).toEqual([undefined, undefined]);
  await dataset.update({ suggest: 'off' });
  await expect(suggestions.look()).rejects.toEqual(off);
});

test('with an embedder of a deployer, and with a later model of it', async () => {
  await seedDataset(stage, { id: 'own', type: 'MULTICLASS', tags: { a: 'dark', b: 'light' } });
  const tags = ['a', 'a', 'b', 'b', null];
  const images = await Promise.all(
    tags.map(async (tag, at) => {
      const bytes = await shade(tag === 'b' ? 180 + 6 * at : 10 + 6 * at);
      return { id: `own-${at}`, format: 'png', tag, bytes };
    }),
  );
  await seedImages(stage, 'own', images);
  const dataset = new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('own');
  const { suggestions, runs } = dataset;
  await dataset.update({ suggest: 'builtin' });
  await suggestions.lookAtAll();
  await dataset.update({ suggest: 'http' });
  expect(await suggestions.state()).toMatchObject({ embedder: 'http', embeddings: { indexed: 0 } });
  await expect(suggestions.make()).rejects.toMatchObject({ status: 409 });
  for (const model of ['grey-1', 'grey-2']) {
    service.model = model;
    expect(await suggestions.lookAtAll()).toMatchObject({ indexed: 5, pending: 0, unreadable: 0 });
    // Objects of the model before go an hour later: somebody may be reading them.
    const { vectors } = (await stage.firestore.doc('dataset/own').get()).data() ?? {};
    expect(vectors.parts).toHaveLength(1);
    const { run } = await suggestions.make();
    expect(await runs.get(run)).toMatchObject({ source: 'builtin', model: `http:${model}/64` });
    const [image] = (await runs.images(run, { order: 'score' })).images;
    expect(image).toMatchObject({ id: 'own-4', predictions: [{ tag: 'a' }, { tag: 'b' }] });
  }
  service.faults = Array(12).fill(() => ({ status: 403, body: '' }));
  await expect(suggestions.look()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('the embedder refuses'),
  });
  service.faults = [];
  await dataset.update({ suggest: 'off' });
  expect(await partsOf('own')).toEqual([]);
});

test('where a deployment has no embedder of its own, none is chosen', async () => {
  const without = await openStage({}, ['dataset']);
  await seedDataset(without, { id: 'none', type: 'MULTICLASS', tags: {} });
  const dataset = new Sightline({ baseUrl: without.stack.baseUrl }).datasets('none');
  await expect(dataset.update({ suggest: 'http' })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('no embedder of its own'),
  });
  await without.close();
});
