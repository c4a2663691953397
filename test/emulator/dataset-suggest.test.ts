/**
 * Contract 15: suggestions are switched on, pictures are looked at, and what labels say becomes a run.
 * @covers Contract 15: dataset.suggest; switched off, vectors go
 * @covers Contract 15: vectors are made in steps, go on where they stopped, twice is once; bytes decide
 * @covers Contract 15: embedders: builtin and http, one interface
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { type EmbedderService, startEmbedder } from '../support/embedder.ts';
import { eventually } from '../support/factory.ts';
import { shade } from '../support/memory-suggest.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
let service: EmbedderService;
beforeAll(async () => {
  service = await startEmbedder();
  stage = await openStage({ EMBEDDER_URL: service.url }, ['dataset', 'counters']);
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
  await stage.firestore.doc('dataset/shades').update({ suggest: 'builtin', type: 'MULTILABEL' });
  await expect(suggestions.make()).rejects.toMatchObject({
    message: expect.stringContaining('have no class'),
  });
  await stage.firestore.doc('dataset/shades').update({ suggest: 'off', type: 'MULTICLASS' });
  expect(await suggestions.state()).toMatchObject({ embedder: 'off', accuracy: null });

  await dataset.update({ suggest: 'builtin' });
  const named = (await service.listDatasets()).find(({ id }) => id === 'shades');
  expect(named).toMatchObject({ suggest: 'builtin' });
  await Promise.all([suggestions.look(), suggestions.look()]);
  expect(await suggestions.look()).toMatchObject({ indexed: 7, pending: 0, unreadable: 0 });
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
  await suggestions.look();
  service.model = 'grey-1';
  await dataset.update({ suggest: 'http' });
  expect(await suggestions.state()).toMatchObject({ embedder: 'http' });
  for (const model of ['grey-1', 'grey-2']) {
    service.model = model;
    expect(await suggestions.look()).toMatchObject({ indexed: 5, pending: 0, unreadable: 0 });
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

test('switched on, all pictures are looked at; those that come later every minute, the newest first', async () => {
  await seedDataset(stage, { id: 'later', type: 'MULTICLASS', tags: { a: 'dark' } });
  const add = async (id: string) =>
    seedImages(stage, 'later', [{ id, format: 'png', tag: 'a', bytes: await shade(90) }]);
  const counted = (images: number) => stage.firestore.doc('dataset/later').update({ imageCounter: images });
  await add('later-1');
  await counted(1);
  const dataset = new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('later');
  const { jobs, suggestions } = dataset;
  const embedded = async () =>
    (await jobs.list()).jobs.map(({ kind, input, state }) => [kind, input.isNewest ?? false, state]);
  const indexed = async () => (await suggestions.state()).embeddings;
  await dataset.update({ suggest: 'builtin' });
  await jobs.wait(1);
  expect([await indexed(), await embedded()]).toMatchObject([{ indexed: 1 }, [['embed', false, 'done']]]);
  await add('later-0');
  await counted(2);
  const moved = stage.firestore.doc('dataset/later/counter/moved');
  await moved.set({ at: new Date() });
  const minute = async () => expect(await triggerScheduled(stage.stack.functions.counters!)).toBe(200);
  await minute();
  // So soon after the last one nobody looks.
  expect(await embedded()).toHaveLength(1);
  const ended = async (number: number) =>
    stage.firestore.doc(`dataset/later/job/${number}`).update({ endedAt: new Date(Date.now() - 60_000) });
  await ended(1);
  await Promise.all([minute(), minute()]);
  await jobs.wait(2);
  expect([await indexed(), await embedded()]).toMatchObject([
    { indexed: 2, pending: 0 },
    [
      ['embed', true, 'done'],
      ['embed', false, 'done'],
    ],
  ]);
  await ended(2);
  await minute();
  expect(await embedded()).toHaveLength(2);
  // One that has gone: they are counted again.
  await stage.firestore.doc('image/later-1').delete();
  await dataset.refreshCounters();
  await eventually(async () => {
    await minute();
    expect(await embedded()).toHaveLength(3);
  });
  await jobs.wait(3);
  expect(await indexed()).toMatchObject({ indexed: 1, pending: 0 });
  await dataset.update({ suggest: 'off' });
});

test('suggestions look at what is pending first, by one job for all who ask; cancelled, no run is left', async () => {
  await seedDataset(stage, { id: 'pending', type: 'MULTICLASS', tags: { a: 'dark', b: 'light' } });
  const images = await Promise.all(
    ['a', 'a', 'b', 'b', null].map(async (tag, at) => {
      const bytes = await shade(tag === 'b' ? 180 + 6 * at : 10 + 6 * at);
      return { id: `pending-${at}`, format: 'png', tag, bytes };
    }),
  );
  await seedImages(stage, 'pending', images);
  await stage.firestore.doc('dataset/pending').update({ imageCounter: 5 });
  const dataset = new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('pending');
  const { suggestions, runs, jobs } = dataset;
  await stage.firestore.doc('dataset/pending').update({ suggest: 'builtin' });
  const made = await Promise.all([suggestions.make(), suggestions.make()]);
  expect(made.map(({ run }) => run).sort()).toEqual([1, 2]);
  expect(made).toMatchObject([{ counts: { images: 1 } }, { counts: { images: 1 } }]);
  const kinds = (await jobs.list()).jobs.map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['embed', 'suggest', 'suggest']);

  stage.faults.set([{ path: 'uploadType=media', latency: 10_000 }]);
  const cut = expect(suggestions.make()).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining('it was cancelled'),
  });
  await eventually(async () =>
    expect((await runs.list()).runs[0]).toMatchObject({ number: 3, state: 'building' }),
  );
  await jobs.cancel(4);
  await cut;
  stage.faults.set([]);
  expect((await runs.list()).runs.map(({ number }) => number)).toEqual([2, 1]);
  for (const at of [2, 3])
    await stage.firestore.doc(`image/pending-${at}`).update({ tag: null, tagsContained: [] });
  await expect(suggestions.make()).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/^No suggestions: at least two classes/),
  });
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
