/**
 * Contract 11: versions are made, listed and compared.
 * @covers Contract 11 the manifest: canonical lines, order, the same in any process
 * @covers Contract 11 versions are made, listed, finished after a kill; one moment; masks of old versions stay
 * @covers Contract 11 a preview has the counts of the version made next
 * @covers Contract 11 diff equals a brute-force comparison
 * @covers Contract 11 links of an export, exports over HTTP
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { CHANGES } from '../../functions/src/dataset/version/diff.ts';
import { readCoco } from '../readers/coco.ts';
import { readNdjson } from '../readers/ndjson.ts';
import { readYolo } from '../readers/yolo.ts';
import { eventually } from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { readManifest } from '../support/read-manifest.ts';
import { readZip } from '../support/read-zip.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, ['dataset', 'image']);
});
afterAll(() => stage.close());
beforeEach(() => stage.faults.set([]));

const TAGS = { a: 'good', b: 'bad part' };
const BYTES = Buffer.from('ffd8ff00', 'hex');

async function seed(id: string, count: number, more: (at: number) => Partial<ImageSeed> = () => ({})) {
  await seedDataset(stage, { id, type: 'MULTILABEL', tags: TAGS });
  const images = Array.from({ length: count }, (_, at) => ({
    ...{
      id: `${id}-${String(at).padStart(3, '0')}`,
      tag: at % 2 === 0 ? 'a' : 'b',
      bytes: Buffer.from([...BYTES, at]),
    },
    ...more(at),
  }));
  await seedImages(stage, id, images);
}

interface Made {
  number: number;
  hash: string;
  counts: { images: number; sets: object; dropped: object; [name: string]: unknown };
}

const ask = async (path: string, init?: RequestInit) => {
  const answer = await stage.call(path, init);
  return { status: answer.status, body: await answer.json() };
};
const post = (id: string, body: object = {}, key?: string) =>
  stage.post(`${id}/version`, body, {
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
  });

async function make(id: string, body: object = {}, key?: string): Promise<Made> {
  const answer = await post(id, body, key);
  const made = await answer.json();
  expect({ status: answer.status, made }).toMatchObject({
    status: 200,
    made: { error: false, status: 'success' },
  });
  return made as Made;
}

const manifest = (id: string, hash: string) => readManifest(stage.bucket, id, hash);

const update = (image: string, fields: object) => stage.firestore.doc(`image/${image}`).update(fields);

describe('making', () => {
  test('the answer names the number, the hash of the manifest and what is in it; REVIEW and what cannot be read is left out', async () => {
    await seed('made', 40, (at) => ({
      ...(at === 1 && { set: 'REVIEW' }),
      ...(at === 2 && { bytes: undefined as never }),
      ...(at === 3 && { fields: { uri: `gs://${stage.stack.bucket}/dataset/other/x.jpg` } }),
      ...(at === 4 && { set: 'TEST', tags: [{ tag: 'b', type: 'point' as const }], name: 'Ünï.jpg' }),
      ...(at === 5 && { masks: [{ tag: 'b', bytes: Buffer.from('mask') }], session: 's', date: 7 }),
    }));
    const made = await make('made', { group: 'image', name: 'first', note: 'for the press' });
    expect(Object.keys(made).sort()).toEqual(['counts', 'error', 'hash', 'number', 'status']);
    expect(made.counts).toMatchObject({
      ...{ images: 37, bytes: 37 * 5, unlabelled: 0 },
      dropped: { 'set is REVIEW': 1, 'file not found': 1, 'cannot be read': 1 },
      features: { points: 1, masks: 1, rects: 0, classified: 37, severalTags: 0 },
      ...{ warnings: [], warningCodes: [] },
    });
    const { text, images } = await manifest('made', made.hash);
    expect(createHash('sha256').update(text).digest('hex')).toBe(made.hash);
    expect(images.map(({ image }) => image)).toEqual(
      Array.from({ length: 40 }, (_, at) => `made-${String(at).padStart(3, '0')}`).filter(
        (_, at) => ![1, 2, 3].includes(at),
      ),
    );
    const counted = { TRAIN: 0, TEST: 0, VALIDATION: 0 };
    for (const { set } of images) counted[set] += 1;
    expect(made.counts.sets).toEqual(counted);
    expect(images[1]).toMatchObject({
      image: 'made-004',
      set: 'TEST',
      name: 'Ünï.jpg',
      tags: [{ type: 'point', tag: 'b' }],
    });
    const { bucket } = stage.stack;
    expect(images[2]).toEqual({
      ...{
        image: 'made-005',
        uri: `gs://${bucket}/dataset/made/made-005.jpg`,
        size: 5,
        width: 64,
        height: 48,
      },
      ...{
        generation: expect.stringMatching(/^\d+$/),
        sha256: createHash('sha256')
          .update(Buffer.from([...BYTES, 5]))
          .digest('hex'),
      },
      ...{
        name: 'made-005.jpg',
        set: expect.anything(),
        tag: 'b',
        tags: [],
        session: 's',
        monitor: null,
        date: 7,
      },
      masks: [
        {
          tag: 'b',
          uri: `gs://${bucket}/dataset/made/made-005_mask_1.png`,
          generation: expect.stringMatching(/^\d+$/),
        },
      ],
    });
    const shown = await ask('made/version/1');
    expect(shown.body).toMatchObject({
      ...{ number: 1, name: 'first', note: 'for the press', by: '', state: 'ready', hash: made.hash },
      ...{ counts: made.counts, createdAt: expect.any(Number) },
      parameters: {
        ...{
          type: 'MULTILABEL',
          test: 10,
          validation: 10,
          group: 'image',
          save: false,
          tagmap: {},
          filter: {},
        },
        tags: [
          { id: 'a', name: 'good', unclassified: false },
          { id: 'b', name: 'bad part', unclassified: false },
        ],
      },
    });
  });

  test('the same records and parameters give the same hash, others another one; calls at once give different numbers', async () => {
    await seed('same', 30);
    const all = await Promise.all([make('same'), make('same'), make('same', { test: 50 }), make('same')]);
    expect(all.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
    const [one, two, other, four] = all;
    expect([two?.hash, four?.hash]).toEqual([one?.hash, one?.hash]);
    expect(other?.hash).not.toBe(one?.hash);
    await stage.stack.functions.dataset?.restart();
    expect((await make('same')).hash).toBe(one?.hash);
    await update('same-003', { tag: null });
    expect((await make('same')).hash).not.toBe(one?.hash);
  });

  test('another attempt of a request finds the version of the first one', async () => {
    await seed('again', 12);
    const first = await make('again', { name: 'x' }, 'key-1');
    expect(await make('again', { name: 'x' }, 'key-1')).toEqual(first);
    expect((await make('again', { name: 'y' }, 'key-1')).number).toBe(2);
  });

  test('filter, tagmap and save do what they do in lists and in csv', async () => {
    await seed('some', 40, (at) => ({
      session: at < 20 ? 's' : '',
      date: at * 1000,
      fields: { shard: 'some/0' },
    }));
    const filter = { session: 's', tag: ['none', 'a'], from: 4000, to: 16_000 };
    const listed = await ask('some/images?session=s&tag=none&tag=a&from=4000&to=16000');
    const ids = listed.body.images.map(({ id }: { id: string }) => id).sort();
    const made = await make('some', {
      filter,
      tagmap: 'good:fine',
      save: true,
      group: 'image',
      test: 50,
      validation: 0,
    });
    const { images } = await manifest('some', made.hash);
    expect(images.map(({ image }) => image)).toEqual(ids);
    expect(ids).toHaveLength(7);
    const { docs } = await stage.firestore.collection('image').where('session', '==', 's').get();
    const saved = docs.filter(({ id }) => ids.includes(id)).map((doc) => doc.get('set'));
    expect(saved).toEqual(images.map(({ set }) => set));
    expect((await ask('some/version/1')).body.parameters).toMatchObject({
      filter,
      tagmap: { a: 'fine' },
      save: true,
    });
    const object = await make('some', { tagmap: { good: 'fine', b: null } });
    expect((await ask(`some/version/${object.number}`)).body.parameters.tagmap).toEqual({
      a: 'fine',
      b: null,
    });
  });

  test('a preview has the counts of the version that is made next, writes nothing, and says 0 where nothing fits', async () => {
    await seed('previewed', 40, (at) => ({ set: at === 7 ? 'REVIEW' : 'PREDETERMINED' }));
    const body = { group: 'image', test: 20, validation: 30, tagmap: { a: 'fine' }, filter: { tag: 'a' } };
    const preview = await stage.post('previewed/version/preview', body);
    const { counts } = (await preview.json()) as Made;
    expect((await ask('previewed/version')).body).toMatchObject({ versions: [] });
    expect((await make('previewed', body)).counts).toEqual(counts);
    expect(counts).toMatchObject({ images: 20, sets: { TRAIN: 10, TEST: 4, VALIDATION: 6 } });
    const none = await stage.post('previewed/version/preview', { filter: { set: 'TEST' } });
    expect(await none.json()).toMatchObject({ error: false, counts: { images: 0 } });
  });

  test('nothing to make a version of is said, and no version is left', async () => {
    await seed('empty', 2, () => ({ set: 'REVIEW' }));
    const answer = await post('empty');
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { error: true, result: 'Error making version: no image matches' },
    ]);
    expect((await ask('empty/version')).body.versions).toEqual([]);
    expect((await ask('empty/version/latest')).status).toBe(404);
  });

  test('a version of more than 10 million images is refused before work begins', async () => {
    await seed('huge', 1, () => ({}));
    await stage.firestore.doc('dataset/huge').update({ imageCounter: 10_000_001 });
    const answer = await post('huge');
    expect([answer.status, (await answer.json()).result]).toEqual([
      422,
      'Error making version: a version is made of at most 10,000,000 images',
    ]);
    expect((await ask('huge/job')).body.jobs).toEqual([]);
  });

  test.each([
    [{ test: 101 }, 'test must be a number from 0 to 100'],
    [{ test: '5' }, 'test must be a number from 0 to 100'],
    [{ test: 60, validation: 60 }, 'test and validation together must be at most 100'],
    [{ group: 'day' }, 'group must be one of burst, minute, session, image'],
    [{ name: 'x'.repeat(201) }, 'name must be text of at most 200 characters'],
    [{ tagmap: 5 }, 'tagmap must be an object or text'],
    [{ tagmap: { nobody: 'x' } }, 'tagmap: unknown tag "nobody"'],
    [
      { tagmap: { good: 5 } },
      'tagmap: the label of "good" must be 1 to 32 of A-Z a-z 0-9 _ and start with a letter',
    ],
    [{ save: 1 }, 'save must be true or false'],
    [{ filter: [] }, 'filter must be an object'],
    [{ filter: { from: -1 } }, 'from must be a time in Unix milliseconds'],
    [{ filter: { tag: ['a', ''] } }, 'tag must be an id, or at most 15 of them'],
  ])('%j is refused', async (body, reason) => {
    await seedDataset(stage, { id: 'bad', type: 'MULTICLASS', tags: TAGS });
    const answer = await post('bad', body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: true, result: `Bad request: ${reason}` },
    ]);
    expect((await ask('bad/version')).body.versions).toEqual([]);
  });
});

describe('a moment', () => {
  test('of images that come in one commit a version has both or none, and nothing that came later', async () => {
    await seed('moving', 20);
    let going = true;
    let pairs = 0;
    const writing = (async () => {
      for (; going; pairs += 1) {
        const batch = stage.firestore.batch();
        const fields = (await stage.firestore.doc('image/moving-000').get()).data() ?? {};
        // Far apart in the order of reading.
        for (const half of ['a', 'z']) batch.set(stage.firestore.doc(`image/${half}-${pairs}`), fields);
        await batch.commit();
      }
    })();
    const sizes: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      const { images } = await manifest('moving', (await make('moving')).hash);
      const names = (half: string) => images.map(({ image }) => image).filter((id) => id.startsWith(half));
      expect(names('a-').map((id) => id.slice(2))).toEqual(names('z-').map((id) => id.slice(2)));
      sizes.push(images.length);
    }
    going = false;
    await writing;
    expect(new Set(sizes).size).toBeGreaterThan(1);
  });

  test('a version whose worker was killed is finished by the queue, as the records were', async () => {
    await seed('killed', 20);
    const before = await make('killed');
    stage.faults.set([{ path: 'uploadType=multipart', latency: 3000 }]);
    const answer = post('killed', { test: 20 }, 'key-2');
    await eventually(() => expect(stage.faults.met).toBeGreaterThan(0));
    await stage.stack.functions.work?.kill();
    stage.faults.set([]);
    await update('killed-004', { tag: null });
    await stage.firestore.doc('image/killed-005').delete();
    expect((await answer).status).toBe(200);
    const made = await make('killed', { test: 20 }, 'key-2');
    expect([made.number, made.counts.images]).toEqual([2, 20]);
    expect((await make('killed')).hash).not.toBe(before.hash);
    expect((await manifest('killed', made.hash)).images[4]).toMatchObject({ image: 'killed-004', tag: 'a' });
  });
});

describe('what a version names stays', () => {
  test('the mask of before is there after another one took its place, once there is a version', async () => {
    await seed('masked', 2, () => ({ bytes: BYTES, width: 64, height: 48 }));
    const url = `${stage.stack.baseUrl}/image/mask/image/dataset--masked--masked-000.jpg?tag=a`;
    const put = async () => {
      const init = {
        method: 'PUT',
        body: new Uint8Array(await maskPng(64, 48)),
        headers: { 'content-type': 'image/png' },
      };
      return ((await (await fetch(url, init)).json()) as { uri: string }).uri;
    };
    const objects = async () =>
      (await stage.bucket.getFiles({ prefix: 'dataset/masked/masked-000_mask' }))[0].map(
        ({ name }) => stage.bucket.file(name).cloudStorageURI.href,
      );
    await put();
    const second = await put();
    expect(await objects()).toEqual([second]);
    await make('masked');
    const third = await put();
    expect((await objects()).sort()).toEqual([second, third].sort());
    await fetch(url, { method: 'DELETE' });
    expect((await objects()).sort()).toEqual([second, third].sort());
  });
});

describe('reading', () => {
  test('versions are listed page by page, the last one first; latest is the last that is ready', async () => {
    await seed('listed', 3);
    for (const name of ['one', 'two', 'three']) await make('listed', { name });
    await stage.firestore.doc('dataset/listed/version/4').set({ number: 4, state: 'failed', reason: 'so' });
    const page = await ask('listed/version?limit=2');
    expect(page.body).toMatchObject({
      versions: [{ number: 4 }, { number: 3, name: 'three', images: 3 }],
      next: 3,
    });
    const rest = await ask('listed/version?limit=2&after=3');
    expect(rest.body).toMatchObject({ versions: [{ number: 2 }, { number: 1 }], next: null });
    expect((await ask('listed/version/latest')).body).toMatchObject({ number: 3, name: 'three' });
    for (const number of ['0', '5', 'x', '1e1', '-1', '99999999999'])
      expect(await ask(`listed/version/${number}`)).toEqual({
        status: 404,
        body: { error: true, result: `Version "${number}" not found` },
      });
  });

  test('what differs is counted and listed, page by page', async () => {
    await seed('changed', 30);
    await make('changed', { group: 'image', test: 0, validation: 0 });
    await update('changed-001', { tag: null });
    await update('changed-002', { set: 'TEST' });
    await update('changed-003', {
      set: 'TEST',
      tags: [{ type: 'rect', tag: 'dataset/changed/tag/a', x: 0, y: 0, w: 1, h: 1 }],
    });
    await stage.firestore.doc('image/changed-004').delete();
    await update('changed-005', { set: 'REVIEW' });
    await seedImages(stage, 'changed', [{ id: 'changed-999', bytes: BYTES }]);
    await make('changed', { group: 'image', test: 0, validation: 0, unchecked: 'include' });
    const { body } = await ask('changed/version/1/diff/2');
    expect(body).toEqual({
      ...{ error: false, status: 'success', next: null },
      added: { count: 1, images: ['changed-999'] },
      removed: { count: 2, images: ['changed-004', 'changed-005'] },
      relabelled: { count: 2, images: ['changed-001', 'changed-003'] },
      moved: { count: 2, images: ['changed-002', 'changed-003'] },
    });
    const first = await ask('changed/version/1/diff/latest?limit=4');
    expect(first.body).toMatchObject({ removed: { count: 2, images: ['changed-004'] }, next: 'changed-004' });
    const last = await ask('changed/version/1/diff/latest?limit=4&after=changed-004');
    expect(last.body).toMatchObject({
      removed: { count: 2, images: ['changed-005'] },
      added: { images: ['changed-999'] },
      next: null,
    });
    const { body: same } = await ask('changed/version/2/diff/2');
    for (const change of CHANGES) expect(same[change].count).toBe(0);
    expect((await ask('changed/version/1/diff/9')).status).toBe(404);
  });
});

describe('exporting', () => {
  const client = () => new Sightline({ baseUrl: stage.stack.baseUrl }).datasets('exported').versions;

  test('a file is streamed with its name and what it cannot hold; the client reads it', async () => {
    await seed('exported', 30, (at) => ({
      tags: at === 3 ? [{ tag: 'a', type: 'point' as const }] : [{ tag: 'b' }],
    }));
    await make('exported', { group: 'image' });
    const answer = await stage.call('exported/version/1/export?format=coco');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="exported-v1-coco.zip"');
    const notes = JSON.parse(answer.headers.get('export-notes') ?? '');
    expect(notes).toEqual(['1 point is not in it.', '30 classes of whole images are not in it.']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(readCoco(await readZip(bytes))).toHaveLength(30);
    const { formats } = await client().get('latest');
    expect(formats.find(({ format }) => format === 'coco')?.notes.map(({ text }) => text)).toEqual(notes);
    const again = await client().export('latest', 'coco');
    expect(again).toMatchObject({ fileName: 'exported-v1-coco.zip', notes });
    expect(await buffer(again.stream)).toEqual(bytes);
  });

  test('the client makes, lists and compares versions', async () => {
    const made = await client().make({ name: 'by the client', test: 0, validation: 0, group: 'image' });
    expect(made).toMatchObject({ number: 2, counts: { images: 30 } });
    expect(await client().list({ limit: 1 })).toMatchObject({ versions: [{ number: 2 }], next: 2 });
    expect(await client().get('latest')).toMatchObject({ number: 2, name: 'by the client' });
    const { moved, next } = await client().diff(1, 2, { limit: 2 });
    expect([moved.count, moved.images.length, next === null]).toEqual([6, 2, false]);
    const only = await client().diff(1, 2, { change: 'moved', details: true });
    expect(only.details).toHaveLength(6);
    expect(await client().preview({ test: 0, validation: 0, group: 'image' })).toEqual(made.counts);
  });

  test('links open the stored bytes without credentials, and nothing else', async () => {
    const ndjson = await (await stage.call('exported/version/latest/export?format=ndjson')).text();
    const images = readNdjson(ndjson);
    for (const [at, { uri = '' }] of images.entries())
      expect(Buffer.from(await (await fetch(uri)).arrayBuffer())).toEqual(Buffer.from([...BYTES, at]));
    const other = `${images[0]?.uri}`.replace('exported-000', 'exported-001');
    const answer = await fetch(other, { redirect: 'manual' });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: true, result: 'Link not found or expired' },
    ]);
    const bare = await stage.call('exported/file/exported-000.jpg');
    expect(bare.status).toBe(404);
  });

  test('what is over the limit of a streamed answer is fetched from Storage', async () => {
    const large = Buffer.concat([BYTES, Buffer.alloc(6_000_000)]);
    await seed('large', 2, () => ({ bytes: large }));
    await make('large');
    const answer = await stage.call('large/version/1/export?format=yolo', { redirect: 'manual' });
    const body = (await answer.json()) as { result: string; notes: string[] };
    expect([answer.status, answer.headers.get('location')]).toEqual([303, body.result]);
    const file = await fetch(body.result);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="large-v1-yolo.zip"');
    expect(readYolo(await readZip(Buffer.from(await file.arrayBuffer())))).toHaveLength(2);
    const told = await ask('large/version/1/export?format=yolo&redirect=false');
    expect([told.status, Object.keys(told.body).sort()]).toEqual([
      200,
      ['error', 'notes', 'result', 'revision', 'status'],
    ]);
    const { fileName } = await new Sightline({ baseUrl: stage.stack.baseUrl })
      .datasets('large')
      .versions.export(1, 'yolo');
    expect(fileName).toBe('large-v1-yolo.zip');
  });

  test.each([
    ['', 400, /^Bad request: format must be one of yolo, ndjson,/],
    ['?format=zip', 400, /^Bad request: format must be one of/],
    ['?format=yolo&images=some', 400, /^Bad request: images must be one of/],
    ['?format=yolo&images=links', 400, /^Bad request: images of yolo must be one of bytes, none$/],
  ])('%j is refused', async (query, status, result) => {
    expect(await ask(`exported/version/1/export${query}`)).toEqual({
      status,
      body: { error: true, result: expect.stringMatching(result) },
    });
  });
});
