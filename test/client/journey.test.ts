/**
 * `@sightline/client` in Node: every operation once, with the real service.
 * @covers The client: every operation once, from Node
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeUri, Sightline, SightlineError } from '../../client/src/index.ts';
import { picture, records, shownCounters } from '../support/factory.ts';
import { readZip } from '../support/read-zip.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let sightline: Sightline;

beforeAll(async () => {
  // Two of the pictures below exceed the limit of a streamed answer.
  stage = await openStage({ ZIP_STREAM_LIMIT: '60000' });
  sightline = new Sightline({ baseUrl: `${stage.stack.baseUrl}/` });
});
afterAll(() => stage?.close());

const toArray = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};

const imageRecord = async (id: string) => (await stage.stack.firestore.doc(`image/${id}`).get()).data();

test('a session: start, upload in every form of bytes, tags, stop', async () => {
  const monitor = sightline.monitors('line-1');
  await monitor.start({ uid: 'owner' });
  const [first, second, third, fourth] = (await Promise.all([1, 2, 3, 4].map(picture))) as [
    Buffer<ArrayBuffer>,
    Buffer<ArrayBuffer>,
    Buffer<ArrayBuffer>,
    Buffer<ArrayBuffer>,
  ];
  const about = { name: 'a & b.jpg', dataset: 'bolts', tag: 'good' };
  const { id } = await monitor.upload(first, { date: 1_790_000_000_000, ...about });
  expect(await imageRecord(id)).toMatchObject({
    name: 'a & b.jpg',
    date: 1_790_000_000_000,
    originalFormat: 'jpeg',
    width: 320,
  });
  const others = await Promise.all([
    monitor.upload(new Blob([second])),
    monitor.upload(third.buffer.slice(third.byteOffset, third.byteOffset + third.length)),
    monitor.upload(new Blob([fourth]).stream(), { tag: 'good' }),
  ]);
  expect(new Set([id, ...others.map((each) => each.id)]).size).toBe(4);
  expect(Math.abs((await imageRecord(others[0]!.id))?.date - Date.now())).toBeLessThan(20_000);
  expect(await monitor.upload(first, { date: 1_790_000_000_000, ...about })).toMatchObject({ id });

  const tags = [{ tag: 'bad', x: 0.1, y: 0.2, w: 0.3, h: 0.4 }];
  await sightline.updateTags({ dataset: 'bolts', imageID: id, tags });
  expect((await imageRecord(id))?.tags).toMatchObject([{ type: 'rect', x: 0.1, labeled: 'inference' }]);
  await monitor.stop();
  const [session] = [...(await records(stage.stack, 'session')).values()];
  expect(session).toMatchObject({ uid: 'owner', data: { totalCounter: 4 } });
});

test('a dataset: training file, archive as a stream, archive by link, crops page by page, counters', async () => {
  const dataset = sightline.datasets('bolts');
  const training = await dataset.csv({
    test: 0,
    validation: 0,
    tagmap: { good: 'fine', bad: null },
    group: 'image',
  });
  expect(training.name).toBe('Bolts');
  const [, object] = training.dataset.split(`${stage.stack.bucket}/`) as [string, string];
  const file = `http://${stage.stack.addresses.storage}/storage/v1/b/${stage.stack.bucket}/o/${encodeURIComponent(object)}`;
  expect(await (await fetch(`${file}?alt=media`)).text()).toMatch(/^TRAIN,gs:.*,fine$/m);

  const ids = [...(await records(stage.stack, 'image')).keys()];
  const small = await dataset.downloadZip({ images: ids.slice(0, 1), userId: 'owner' });
  expect(small.fileName).toMatch(/^dataset_\d{4}-\d\d-\d\d\.zip$/);
  expect((await readZip(await buffer(small.stream))).size).toBe(1);
  // Streamed while it is created, so its size is unknown. An archive from a link has a size.
  expect(small.size).toBeUndefined();
  const large = await dataset.downloadZip({ images: ids });
  expect(large.fileName).toBe(small.fileName);
  const bytes = await buffer(large.stream);
  expect(large.size).toBe(bytes.length);
  expect((await readZip(bytes)).size).toBe(4);

  for (const imageID of ids) {
    const tags = [1, 2, 3].map((count) => ({ tag: 'bad', x: 0.1 * count, y: 0.2, w: 0.3, h: 0.4 }));
    await sightline.updateTags({ dataset: 'bolts', imageID, tags });
  }
  const crops = await toArray(dataset.crops('bad', { pageSize: 7 }));
  expect(crops.map(({ imageId, tagIndex }) => [imageId, tagIndex])).toEqual(
    ids.toSorted().flatMap((imageId) => [0, 1, 2].map((tagIndex) => [imageId, tagIndex])),
  );
  expect(crops[0]?.cropUri).toMatch(/^data:image\/webp;base64,/);

  await dataset.refreshCounters();
  expect(await shownCounters(stage.stack)).toMatchObject({ images: 4, tag: { bad: [4, 12] } });
});

test('an image: base64, bytes, detection, delete', async () => {
  const [id, record] = [...(await records(stage.stack, 'image'))].find(
    ([, each]) => each.name === 'a & b.jpg',
  )!;
  const image = sightline.images(record.uri);
  expect(image.encodedUri).toBe(`dataset--bolts--${id}.jpg`);
  const { bytes, mediaType } = await image.getBytes();
  expect([mediaType, Buffer.from(bytes).equals(await picture(1))]).toEqual(['image/jpeg', true]);
  expect(await sightline.images(`dataset/bolts/${id}.jpg`).getBase64()).toMatch(/^data:image\/jpeg;base64,/);
  const [found] = await image.detect();
  expect(found).toMatchObject({ class: expect.any(String), score: expect.any(Number) });
  expect(found?.bbox).toHaveLength(4);
  await image.delete();
  expect(await imageRecord(id)).toBeUndefined();
  await expect(image.delete()).rejects.toMatchObject({
    status: 404,
    message: 'Permission denied or file not found',
  });
});

test('the project: every git route', async () => {
  const { git } = sightline;
  expect(await git.projectInfo()).toMatchObject({ success: true, projectName: 'inspection-line' });
  const { commits } = await git.log({ maxCount: 3 });
  expect(commits).toHaveLength(3);
  await writeFile(join(stage.project, 'README.md'), '# Edited\n');
  expect((await git.status()).status.modified).toEqual(['README.md']);
  expect((await git.diff()).files).toHaveLength(1);
  expect((await git.add({ files: ['README.md'] })).files).toEqual(['README.md']);
  expect((await git.unstage({ unstageAll: true })).files).toEqual(['README.md']);
  await git.add({ stageAll: true });
  const { commit } = await git.commit('Edit the readme');
  expect((await git.show(commit)).commit.message.trim()).toBe('Edit the readme');
  expect((await git.push()).to).toBe(commit);
  expect((await git.fetch({ prune: true })).updated).toEqual([]);
  expect((await git.pull()).result).toBe('up-to-date');
  expect(Object.keys((await git.branches()).branches)).toContain('main');

  const old = commits[1]!.hash;
  expect(await git.validateCheckout(old)).toMatchObject({ canCheckout: true });
  expect(await git.checkout(old)).toMatchObject({ isDetachedHead: true });
  expect(await git.returnToLatest()).toMatchObject({ branch: 'main' });
  expect(await git.createBranch({ branch: 'side', commitRef: old })).toMatchObject({ commit: old });
  expect(await git.switchBranch('side')).toMatchObject({ branch: 'side' });
  expect(await git.reset({ commitRef: old, resetMode: 'soft' })).toMatchObject({ ref: old });
  await writeFile(join(stage.project, 'README.md'), '# Not wanted\n');
  expect((await git.discard(['README.md'])).files).toEqual(['README.md']);
  expect((await git.unlock()).removed).toEqual([]);
  const nothing = git.abortMerge();
  await expect(nothing).rejects.toMatchObject({ status: 409, code: 'git_no_merge', name: 'SightlineError' });
});

test('errors are one class with the service’s own message, in the shape of each area', async () => {
  const told = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SightlineError);
    const { kind, status, message, requestId } = error as SightlineError;
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    return [kind, status, message];
  };
  const nobody = sightline.datasets('nobody');
  const tags = [{ tag: 'bad', x: 2, y: 0, w: 0, h: 0 }];
  const imageID = [...(await records(stage.stack, 'image')).keys()][0] as string;
  expect(await told(nobody.csv())).toEqual(['refused', 404, 'Dataset with ID "nobody" not found']);
  expect(await told(nobody.downloadZip({ images: ['a'] }))).toEqual([
    'refused',
    404,
    'Dataset with ID "nobody" not found',
  ]);
  expect(await told(toArray(sightline.datasets('bolts').crops('x')))).toEqual([
    'refused',
    404,
    'Tag with ID "x" not found',
  ]);
  expect(await told(sightline.images('x').getBase64())).toEqual(['refused', 404, 'File not found']);
  expect(await told(sightline.images('..--x').getBase64())).toEqual([
    'refused',
    400,
    'No defined image gsuri',
  ]);
  expect(await told(sightline.monitors('x/y').start())).toEqual([
    'refused',
    404,
    'Monitor not found or access denied',
  ]);
  expect(await told(sightline.monitors('line-1').stop())).toEqual(['refused', 409, 'Error: already stopped']);
  expect(await told(sightline.monitors('line-1').upload(new Uint8Array([1, 2])))).toEqual([
    'refused',
    415,
    'Error: unsupported image format',
  ]);
  expect(await told(sightline.updateTags({ dataset: 'bolts', imageID, tags }))).toEqual([
    'refused',
    400,
    'Failed to update tags: Coordinates out of range',
  ]);
  expect(await told(sightline.git.show('nothing'))).toEqual([
    'refused',
    404,
    'No commit, branch or tag is named "nothing"',
  ]);
});

test('the caller is identified by headers, with a current token for each call', async () => {
  const tokens = ['one', 'two'];
  const { front } = stage;
  const person = new Sightline({ baseUrl: front.baseUrl, token: () => tokens.shift() ?? null });
  const camera = new Sightline({ baseUrl: front.baseUrl, deviceKey: 'slk_x' });
  for (const caller of [person, person, person, camera])
    await caller
      .monitors('nobody')
      .stop()
      .catch(() => {});
  expect(front.requests.map(({ headers }) => [headers.authorization, headers['x-device-key']])).toEqual([
    ['Bearer one', undefined],
    ['Bearer two', undefined],
    [undefined, undefined],
    [undefined, 'slk_x'],
  ]);
});

test('uris are encoded as the specification says', () => {
  for (const uri of ['gs://bucket/a/b/c.jpg', 'a/b/c.jpg', 'a--b--c.jpg'])
    expect(encodeUri(uri)).toBe('a--b--c.jpg');
});
