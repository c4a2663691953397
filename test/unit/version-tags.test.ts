/**
 * Contract 11: a version has the tags and the images of one moment, whatever happens to its tags meanwhile.
 * @covers Contract 11 versions, csv and downloads while tags are merged or made: tags and images of one moment
 */
import { expect, test } from '@jest/globals';
import { versionBody } from '../../functions/src/dataset/version/parameters.ts';
import { previewVersion } from '../../functions/src/dataset/version/preview-version.ts';
import { original } from '../support/export-corpus.ts';
import { caller, MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';

const box = (tag: string) =>
  ({ type: 'rect', tag, x: 0.1, y: 0.1, w: 0.5, h: 0.5, labeled: 'manual' }) as const;

test('images that a merge has not reached yet have the tag that replaces theirs', async () => {
  const memory = new MemoryVersions('MULTICLASS', [{ id: 'b', name: 'bad' }]);
  memory.merged.set('a', 'b').set('gone', null);
  memory.add('one', { tag: 'a', tags: [box('a'), box('gone')] }, original(1), { a: Buffer.from('mask') });
  memory.add('two', { tag: 'b' }, original(2));
  memory.add('three', { tag: 'gone' }, original(3));
  const body = versionBody.parse({ filter: { tag: 'b' } });
  const signal = new AbortController().signal;
  memory.standIn();
  const preview = await previewVersion({ dataset: 'd', caller, body, signal });
  const { counts } = await memory.make({ filter: { tag: 'b' } });
  expect(counts).toEqual(preview.counts);
  expect(counts).toMatchObject({ images: 2, tags: [{ tag: 'b', images: 2, annotations: 1, masks: 1 }] });
  const paths = [...(await readZip((await memory.export('yolo')).bytes)).keys()];
  expect(paths.filter((path) => path.endsWith('.jpg')).map((path) => path.split('/')[1])).toEqual([
    'bad',
    'bad',
  ]);
});

test('a tag that is made and used after the request has begun is in it', async () => {
  const memory = new MemoryVersions('MULTICLASS', [{ id: 'a', name: 'good' }]);
  memory.add('one', { tag: 'a' }, original(1));
  const { versions } = memory.ports;
  await memory.make(
    {},
    {
      versions: {
        ...versions,
        create: async (...asked) => {
          Object.assign(memory.dataset, {
            tags: [...memory.dataset.tags, { ...memory.dataset.tags[0]!, id: 'late', name: 'late' }],
          });
          memory.add('two', { tag: 'late' }, original(2));
          return versions.create(...asked);
        },
      },
    },
  );
  expect(memory.versions[0]?.parameters.tags.map(({ id }) => id)).toEqual(['a', 'late']);
  expect(memory.versions[0]?.counts?.tags.map(({ tag }) => tag)).toEqual(['a', 'late']);
  expect((await memory.export('csv')).bytes.toString()).toMatch(/,late\n/);
});
