/**
 * Contract 14: what models say about images.
 * @covers Contract 14 runs are begun, listed and deleted; numbers are given once
 * @covers Contract 14 a file is checked, and made once; one that is not there, or damaged
 * @covers Contract 14 an open run keeps what it is told, and changes nothing else; closing goes on where it was interrupted
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type NewRun, Sightline } from '../../client/src/index.ts';
import { deviceKey } from '../support/device-key.ts';
import { openStage, recordsBeside, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

let stage: Stage;
let service: Sightline;
beforeAll(async () => {
  stage = await openStage({}, ['dataset']);
  service = new Sightline({ baseUrl: stage.stack.baseUrl });
});
afterAll(() => stage.close());

const TAGS = { a: 'good', b: 'bad part' };
const seed = (id: string) => seedDataset(stage, { id, type: 'MULTILABEL', tags: TAGS });
const refused = (status: number, message?: string) =>
  expect.objectContaining({ status, ...(message && { message: expect.stringContaining(message) }) });

describe('records', () => {
  test('runs get the next number each, also at once; a retry gets the same one; a number is never given again', async () => {
    await seed('numbers');
    const { runs } = service.datasets('numbers');
    const made = await Promise.all(['a', 'b', 'c'].map((name) => runs.make({ name, live: true })));
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    const again = await Promise.all([1, 2].map(() => runs.make({ name: 'd', live: true }, { key: 'once' })));
    expect(again.map(({ number }) => number)).toEqual([4, 4]);
    await runs.delete(4);
    await expect(runs.get(4)).rejects.toEqual(refused(404, 'Run "4" not found'));
    expect(await runs.make({ name: 'e', live: true })).toMatchObject({ number: 5 });
    const first = await runs.list({ limit: 2 });
    expect(first).toMatchObject({ runs: [{ number: 5 }, { number: 3 }], next: 3 });
    expect(await runs.list({ limit: 2, after: 3 })).toMatchObject({
      runs: [{ number: 2 }, { number: 1 }],
      next: null,
    });
  });

  test('a run is open if it is live, and waits for its file otherwise', async () => {
    await seed('made');
    const { runs, versions } = service.datasets('made');
    const waiting = await runs.make({ name: ' Nightly ', model: 'yolo11n', size: 9 });
    expect(waiting).toMatchObject({ number: 1, upload: expect.stringMatching(/^http/) });
    expect(await runs.make({ name: 'Line 1', live: true })).not.toHaveProperty('upload');
    const common = { trainedOn: null, hash: '', counts: null, by: '', createdAt: expect.any(Number) };
    expect((await runs.list()).runs).toEqual([
      { number: 2, name: 'Line 1', model: '', source: 'live', state: 'open', ...common },
      { number: 1, name: 'Nightly', model: 'yolo11n', source: 'upload', state: 'building', ...common },
    ]);
    for (const flaw of [{}, { size: 0 }, { size: 2 ** 33 }, { size: 9, live: true }])
      await expect(runs.make({ name: 'x', ...flaw })).rejects.toEqual(refused(400, 'size must be'));
    await expect(runs.make({ name: 'x', trainedOn: 7, size: 9 })).rejects.toEqual(
      refused(404, 'Version "7" not found'),
    );
    expect((await versions.list()).versions).toEqual([]);
  });
});

describe('an open run', () => {
  const IMAGES = ['é', 'b', 'a', 'c'];
  const seedWith = async (dataset: string) => {
    await seed(dataset);
    const images = IMAGES.map((id) => ({ id: `${dataset}-${id}`, tags: [{ tag: 'a' }], set: 'TEST' }));
    await seedImages(stage, dataset, images);
    return images.map(({ id }) => id);
  };
  const filesOf = async (dataset: string) => {
    const [files] = await stage.bucket.getFiles({ prefix: `dataset/${dataset}/run/` });
    return files.map(({ name }) => name.split('/').at(-1)).sort();
  };
  const textOf = async (dataset: string, hash: string): Promise<string> =>
    String((await stage.bucket.file(`dataset/${dataset}/run/${hash}.ndjson`).download())[0]);
  const box = [0.1, 0.2, 0.3, 0.4] as [number, number, number, number];

  test('keeps what it is told, the last word about each image, and becomes a file when it is closed', async () => {
    const [e = '', b = '', a = '', c = ''] = await seedWith('open');
    const { runs } = service.datasets('open');
    const { number } = await runs.make({ name: 'Line', live: true });
    await runs.predict(number, [{ image: a, predictions: [{ tag: 'b', score: 0.1 }] }]);
    const told = await runs.predict(number, [
      { image: `image/${e}`, predictions: [] },
      { image: 'elsewhere', predictions: [] },
      {
        image: a,
        predictions: [
          { tag: 'a', score: 0.25, box },
          { tag: 'dataset/open/tag/b', score: 0.75, box: [-0.5, 0, 1, 2] },
        ],
      },
      { image: b, predictions: [{ tag: 'b', score: 1 / 3, rle: { counts: '0PP3', size: [48, 64] } }] },
      { image: c, predictions: [{ tag: 'a', score: 1 }] },
    ]);
    expect(told).toMatchObject({ kept: 4, unknown: ['elsewhere'] });
    await stage.firestore.doc(`image/${c}`).delete();
    const closed = await runs.close(number);
    const counts = { images: 3, empty: 1, predictions: 3, tags: { a: 1, b: 2 }, gone: 1 };
    expect(closed).toMatchObject({ number, counts });
    const text = await textOf('open', closed.hash);
    expect(text).toBe(
      [
        `{"image":"${a}","predictions":[{"box":[0,0,0.5,1],"score":0.75,"tag":"b"},{"box":[0.1,0.2,0.3,0.4],"score":0.25,"tag":"a"}]}\n`,
        `{"image":"${b}","predictions":[{"rle":{"counts":"0PP3","size":[48,64]},"score":0.333333,"tag":"b"}]}\n`,
        `{"image":"${e}","predictions":[]}\n`,
      ].join(''),
    );
    expect(createHash('sha256').update(text).digest('hex')).toBe(closed.hash);
    expect(await runs.get(number)).toMatchObject({ state: 'ready', hash: closed.hash, counts });
    expect(await runs.close(number)).toMatchObject({ hash: closed.hash, counts });
    expect(await filesOf('open')).toEqual([`${number}.index`, `${closed.hash}.ndjson`].sort());
    const left = stage.firestore.collection(`dataset/open/run/${number}/prediction`);
    expect((await left.get()).size).toBe(0);
    await expect(runs.predict(number, [{ image: a, predictions: [] }])).rejects.toEqual(
      refused(409, 'Run "1" is not open: ready'),
    );
  });

  test('keeps all of a call or nothing, and refuses what is no prediction', async () => {
    const [, , a = ''] = await seedWith('strict');
    const { runs } = service.datasets('strict');
    const { number } = await runs.make({ name: 'Line', live: true });
    const tell = (prediction: object) =>
      runs.predict(number, [
        { image: a, predictions: [{ tag: 'a', score: 1 }] },
        { image: a, predictions: [{ tag: 'a', score: 1, ...prediction }] },
      ]);
    const flaws: [object, number, string][] = [
      [{ tag: 'none' }, 404, 'Tag with ID "none" not found'],
      [{ tag: 'dataset/open/tag/a' }, 404, 'not found'],
      [{ score: 1.5 }, 400, 'score must be a number from 0 to 1'],
      [{ box: [1, 0, 0.5, 0.5] }, 400, 'box must be'],
      [{ box: [0, 0, 0, 1] }, 400, 'box must be'],
      [{ rle: { counts: '0PP3', size: [64, 48] } }, 400, `a mask of image ${a} is not one of its size`],
      [{ rle: { counts: '0', size: [48, 64] } }, 400, 'not one of its size'],
      [{ rle: { counts: '!', size: [48, 64] } }, 400, 'not one of its size'],
      [{ confidence: 1 }, 400, 'Unknown field "confidence"'],
    ];
    for (const [flaw, status, message] of flaws)
      await expect(tell(flaw)).rejects.toEqual(refused(status, message));
    const many = Array.from({ length: 1001 }, () => ({ tag: 'a', score: 1 }));
    await expect(runs.predict(number, [{ image: a, predictions: many }])).rejects.toEqual(refused(400));
    const told = stage.firestore.collection(`dataset/strict/run/${number}/prediction`);
    expect((await told.get()).size).toBe(0);
    const upload = await runs.make({ name: 'File', size: 9 });
    await expect(runs.close(upload.number)).rejects.toEqual(refused(409, 'come as a file'));
    await expect(runs.close(99)).rejects.toEqual(refused(404));
  });

  test('takes a camera’s word about the images of its own monitor only', async () => {
    const [, b = '', a = ''] = await seedWith('line');
    const { firestore, stack } = stage;
    for (const monitor of ['line-1', 'line-2'])
      await firestore.doc(`monitor/${monitor}`).set({ name: monitor, owner: 'owner', members: {} });
    await firestore.doc(`image/${a}`).update({ monitor: firestore.doc('monitor/line-1') });
    await firestore.doc(`image/${b}`).update({ monitor: firestore.doc('monitor/line-2') });
    const { number } = await service.datasets('line').runs.make({ name: 'Line', live: true });
    const { stdout } = await deviceKey(stack, 'create', '--monitor', 'line-1');
    const [key = ''] = stdout.split('\n');
    const camera = new Sightline({ baseUrl: stack.baseUrl, deviceKey: key }).datasets('line').runs;
    const told = await camera.predict(number, [
      { image: a, predictions: [{ tag: 'a', score: 1 }] },
      { image: b, predictions: [{ tag: 'a', score: 1 }] },
    ]);
    expect(told).toMatchObject({ kept: 1, unknown: [b] });
  });

  test('changes no label, counter, set or version, and takes everything along when it is deleted', async () => {
    const images = await seedWith('beside');
    const { runs, versions } = service.datasets('beside');
    await versions.make({ name: 'before' }).catch(() => null);
    const before = await recordsBeside(stage, 'beside');
    const { number } = await runs.make({ name: 'Line', live: true });
    await runs.predict(
      number,
      images.map((image) => ({ image, predictions: [{ tag: 'b', score: 0.9, box }] })),
    );
    await runs.close(number);
    expect(await recordsBeside(stage, 'beside')).toEqual(before);
    await runs.delete(number);
    expect((await filesOf('beside')).filter((name) => name?.endsWith('.index'))).toEqual([]);
  });

  test('whose closing was interrupted is closed by the next call', async () => {
    const [, , a = ''] = await seedWith('again');
    const { runs } = service.datasets('again');
    const { number } = await runs.make({ name: 'Line', live: true });
    await runs.predict(number, [{ image: a, predictions: [{ tag: 'a', score: 0.5 }] }]);
    // As a killed call leaves it: closing has begun, and an index is there.
    await stage.firestore.doc(`dataset/again/run/${number}`).update({ state: 'building' });
    await stage.bucket.file(`dataset/again/run/${number}.index`).save('of another call');
    await expect(runs.predict(number, [{ image: a, predictions: [] }])).rejects.toEqual(refused(409));
    const closed = await runs.close(number);
    expect(closed.counts).toMatchObject({ images: 1, predictions: 1 });
    const [index] = await stage.bucket.file(`dataset/again/run/${number}.index`).download();
    expect(JSON.parse(String(index).split('\n')[0] ?? '')).toMatchObject({ images: 1 });
  });
});

type Covers = NonNullable<NewRun['covers']>;

describe('a file', () => {
  test('is checked, which changes nothing, and made once, whatever its format', async () => {
    await seed('files');
    const seeds = ['f1', 'f2', 'f3'].map((id) => ({ id, bytes: Buffer.from(id), fields: { checked: true } }));
    await seedImages(stage, 'files', seeds);
    const { runs, versions } = service.datasets('files');
    await versions.make({ test: 0, validation: 0, group: 'image' });
    const results = [
      { image_id: 3, category_id: 2, bbox: [0, 0, 1, 1], score: 0.5 },
      { image_id: 1, category_id: 1, bbox: [0, 0, 1, 1], score: 0.25 },
      { image_id: 9, category_id: 1, bbox: [0, 0, 1, 1], score: 0.25 },
    ];
    const send = (name: string, text: string, covers: Covers = 'listed') =>
      runs.upload({ name, covers }, new Blob([text]));
    const number = await send('COCO', JSON.stringify(results));
    expect(await runs.check(number)).toMatchObject({
      ...{ format: 'coco', images: 2, empty: 0, predictions: 2, lost: {} },
      labels: [
        { label: 'bad part', tag: 'b', predictions: 1 },
        { label: 'good', tag: 'a', predictions: 1 },
      ],
      unmatched: { count: 1, items: [{ path: 'image 9', reason: expect.any(String) }] },
    });
    expect(await runs.get(number)).toMatchObject({ state: 'building', counts: null });
    const made = await Promise.all([runs.finish(number), runs.finish(number)]);
    expect(made[0]).toMatchObject({
      number,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      counts: { images: 2, empty: 0, predictions: 2, tags: { a: 1, b: 1 }, gone: 0 },
    });
    expect([made[1], await runs.finish(number)]).toEqual([made[0], made[0]]);
    const { images } = await runs.images(number, { order: 'score' });
    const lines = images.map(({ id: image, predictions }) => JSON.stringify({ image, predictions }));
    const same = await send('NDJSON', lines.join('\n'));
    expect(await runs.finish(same)).toMatchObject({ hash: made[0]?.hash });
  });

  test('says what the model was given, and what it does not name there is a miss', async () => {
    const { runs } = service.datasets('files');
    const results = JSON.stringify([{ image_id: 1, category_id: 1, bbox: [0, 0, 1, 1], score: 0.25 }]);
    const send = (covers?: Covers) =>
      runs.upload({ name: 'Silent', ...(covers && { covers }) }, new Blob([results]));
    const unsaid = await send();
    for (const step of ['check', 'finish'] as const)
      await expect(runs[step](unsaid)).rejects.toEqual(refused(400, 'begin the run with covers'));
    const counted = async (covers: Covers) => {
      const number = await send(covers);
      const { images, empty } = await runs.check(number);
      const { counts } = await runs.finish(number);
      expect(counts).toMatchObject({ images, empty });
      const { report } = await runs.evaluate(number, { set: 'TRAIN' });
      return [images, empty, report.uncovered.run.count];
    };
    expect(await counted('listed')).toEqual([1, 0, 2]);
    expect(await counted({ version: 1, sets: ['TRAIN'] })).toEqual([3, 2, 0]);
    expect(await counted({ version: 1 })).toEqual([3, 2, 0]);
    expect(await counted({ version: 1, sets: ['TEST'] })).toEqual([1, 0, 2]);
    await seedImages(stage, 'files', [{ id: 'f4', bytes: Buffer.from('f4'), fields: { checked: true } }]);
    expect(await counted('all')).toEqual([4, 3, 0]);
    // It comes last of all in the database, and first in the file.
    const byPath = {
      id: 'a-path',
      bytes: Buffer.from('a'),
      fields: { dataset: 'dataset/files', checked: true },
    };
    await seedImages(stage, 'files', [byPath]);
    const number = await send('all');
    await runs.finish(number);
    const answer = await stage.call(`files/run/${number}/export?format=ndjson`);
    const lines = (await answer.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).image)).toEqual(['a-path', 'f1', 'f2', 'f3', 'f4']);
    const { covers } = await runs.get(await send({ version: 1, sets: ['TRAIN'] }));
    expect(covers).toEqual({ version: 1, sets: ['TRAIN'] });
    await expect(send({ version: 7 })).rejects.toEqual(refused(404, 'Version "7" not found'));
    await expect(runs.make({ name: 'Live', live: true, covers: 'all' })).rejects.toEqual(
      refused(400, 'covers is for the run of a file'),
    );
  });

  test('of another size than was said is not taken', async () => {
    await seed('sized');
    const { runs } = service.datasets('sized');
    for (const text of ['[]', '[          ]']) {
      const { number, upload = '' } = await runs.make({ name: 'Nine', size: 9 });
      const { status } = await fetch(upload, { method: 'PUT', body: text });
      expect(status).toBe(400);
      await expect(runs.check(number)).rejects.toEqual(refused(409, 'not uploaded yet'));
    }
  });

  test('that is not there, is damaged, or is of a run that is told', async () => {
    await seed('unsent');
    const { runs } = service.datasets('unsent');
    const { number } = await runs.make({ name: 'Unsent', size: 9 });
    for (const step of ['check', 'finish'] as const)
      await expect(runs[step](number)).rejects.toEqual(refused(409, 'not uploaded yet'));
    const broken = await runs.upload({ name: 'Broken' }, new Blob(['{"image":']));
    for (const step of ['check', 'finish'] as const)
      await expect(runs[step](broken)).rejects.toEqual(refused(422, 'Error making run: it is not JSON'));
    const results = await runs.upload(
      { name: 'No version', covers: 'listed' },
      new Blob(['[{"image_id":1,"category_id":1}]']),
    );
    await expect(runs.finish(results)).rejects.toEqual(refused(404, 'Version "latest" not found'));
    const live = await runs.make({ name: 'Live', live: true });
    await expect(runs.finish(live.number)).rejects.toEqual(refused(409, 'not uploaded yet'));
  });
});
