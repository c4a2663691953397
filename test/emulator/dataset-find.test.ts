/**
 * Contract 15: images by what they look like, over HTTP: similar ones, outliers, wrong labels, what is unusual.
 * @covers Contract 15: similar, find; pages, what is gone, relabelled or kept meanwhile, refused without vectors
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

test('similar images, outliers in pages, a wrong label, and what is far from the good ones', async () => {
  await seedDataset(stage, { id: 'shades', type: 'ANOMALY', tags: { good: 'good', bad: 'bad' } });
  const tags = [...Array(6).fill('good'), ...Array(6).fill('bad'), 'bad', null, null];
  const greys = [10, 14, 18, 22, 26, 30, 180, 184, 188, 192, 196, 200, 20, 118, 24];
  const images = await Promise.all(
    tags.map(async (tag, at) => {
      const fields = at === 11 ? { set: 'TEST' } : {};
      return { id: `shade-${at}`, format: 'png', tag, bytes: await shade(greys[at]!), fields };
    }),
  );
  await seedImages(stage, 'shades', images);
  const dataset = new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('shades');
  const { suggestions } = dataset;
  const refused = (text: string) =>
    expect.objectContaining({ status: 409, message: expect.stringContaining(text) });
  await expect(suggestions.similar('shade-0')).rejects.toEqual(refused('they are off'));
  await dataset.update({ suggest: 'builtin' });
  await expect(suggestions.find('outliers')).rejects.toEqual(refused('no picture'));
  await suggestions.look();

  const similar = await suggestions.similar('shade-0', { limit: 2 });
  expect(similar.map(({ image }) => image)).toEqual(['shade-1', 'shade-2']);
  await expect(suggestions.similar('none')).rejects.toMatchObject({
    status: 404,
    message: 'Image not found',
  });
  expect((await suggestions.similar('shade-6', { limit: 200 })).map(({ image }) => image)).toContain(
    'shade-11',
  );

  const { images: odd, next } = await suggestions.find('outliers', { limit: 3 });
  expect(odd[0]?.image).toBe('shade-13');
  const second = await suggestions.find('outliers', { limit: 3, after: next! });
  expect(new Set([...odd, ...second.images].map(({ image }) => image)).size).toBe(6);
  expect(await suggestions.find('wrong')).toMatchObject({
    images: [{ image: 'shade-12', tag: 'bad', instead: 'good', share: expect.any(Number) }],
    next: null,
  });
  // Somebody keeps it, and later gives it anew.
  await dataset.images.change([{ image: 'shade-12', decision: 'accept' }]);
  expect((await suggestions.find('wrong')).images).toEqual([]);
  await dataset.images.change([{ image: 'shade-12', tag: 'bad' }]);
  expect((await suggestions.find('wrong')).images).toHaveLength(1);
  const { images: unusual } = await suggestions.find('unusual', { good: 'good' });
  expect(unusual.map(({ image }) => image)).toEqual(['shade-13', 'shade-14']);
  // Slopes of one shape are near copies, whatever their brightness: of these, people have called some good and some bad.
  expect((await suggestions.find('duplicates')).images).toEqual([]);
  await stage.firestore.doc('image/shade-13').delete();
  expect((await suggestions.find('unusual', { good: 'good' })).images).toHaveLength(1);
});

test.each([
  ['', 'kind must be one of duplicates, outliers, wrong, unusual'],
  ['kind=odd', 'kind must be one of duplicates, outliers, wrong, unusual'],
  ['kind=wrong&good=good', 'good is only for the kind unusual'],
  ['kind=wrong&limit=201', 'limit must be a whole number from 1 to 200'],
  ['kind=wrong&after=x', 'after must be `next` of a page'],
  // A place in a list by date.
  [`kind=wrong&after=${Buffer.from('[[1,2],"a"]').toString('base64url')}`, 'after must be `next` of a page'],
])('refuses the query "%s"', async (query, reason) => {
  const answer = await stage.call(`shades/find?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ result: expect.stringContaining(reason) });
});
