/**
 * Contract 15: suggestions are switched on, pictures are looked at, and what labels say becomes a run.
 * @covers Contract 15: dataset.suggest; switched off, vectors go
 * @covers Contract 15: vectors are made in steps, go on where they stopped, twice is once; bytes decide
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { shade } from '../support/memory-suggest.ts';
import { openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, ['dataset']);
});
afterAll(() => stage.close());

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
  expect(await suggestions.lookAtAll()).toMatchObject({ have: 7, lack: 0, unreadable: 0 });
  expect(await partsOf('shades')).toHaveLength(2);
  expect(await suggestions.state()).toMatchObject({ embedder: 'builtin', labelled: { a: 3, b: 3 } });
  const made = await suggestions.make();
  expect(made).toMatchObject({ run: 1, counts: { images: 1 } });
  expect(await suggestions.make()).toMatchObject({ run: 2, hash: made.hash });
  expect(await runs.get(1)).toMatchObject({ source: 'builtin', state: 'ready', hash: made.hash });
  expect((await runs.images(1, { order: 'score' })).images).toMatchObject([
    { id: 'shade-6', predictions: [{ tag: 'a' }, { tag: 'b' }] },
  ]);

  await dataset.update({ suggest: 'off' });
  expect(await partsOf('shades')).toEqual([]);
  const fields = (await stage.firestore.doc('dataset/shades').get()).data() ?? {};
  expect([fields.suggest, fields.vectors]).toEqual([undefined, undefined]);
  await dataset.update({ suggest: 'off' });
  await expect(suggestions.look()).rejects.toEqual(off);
});
