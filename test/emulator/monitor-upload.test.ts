/**
 * Spec 2.4, 4.3; Contract 2 and 6: how a captured image is stored.
 * @covers Spec 2.4 image record, every field; thumbnail WebP 300 px, upright
 * @covers Spec 4.3 start, stop, image, updateTags: bodies
 * @covers Contract 2 records with references; sample data
 * @covers Contract 2 the live picture: WebP of the thumbnail's size, at most half of its bytes
 * @covers Contract 2 originals byte for byte
 * @covers Contract 6 forms of an upload, names, dates, sizes
 * @covers Contract 6 the same frame again
 * @covers Contract 6 late frames, frames while stopped
 * @covers Counters exact under load, no document written more than once a second
 */

import { Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import {
  call,
  concurrently,
  countedRecords,
  eventually,
  frame,
  furnish,
  liveState,
  picture,
  records,
  sha256,
  shownCounters,
  upload,
} from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let storage: Storage;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  storage = new Storage({ projectId: stack.projectId, apiEndpoint: `http://${stack.addresses.storage}` });
  await furnish(stack);
  await call(stack, '/monitor/line-1/start');
});
afterAll(() => stack?.close());

const imageRecord = async (id: string) => (await stack.firestore.doc(`image/${id}`).get()).data()!;
const stored = async (uri: string) => {
  const [bytes] = await storage
    .bucket(stack.bucket)
    .file(uri.replace(`gs://${stack.bucket}/`, ''))
    .download();
  return bytes;
};

test('an upload becomes an object byte for byte, a record with every field, and the live image', async () => {
  const bytes = await picture(1);
  const { status, body } = await upload(stack, 1);
  expect([status, body]).toEqual([
    200,
    { data: { error: false, result: 'Added image', id: expect.any(String) } },
  ]);
  const { id } = body.data;
  const record = await imageRecord(id);
  const session = (await stack.firestore.doc('monitor/line-1').get()).get('session');
  expect(record).toMatchObject({
    uri: `gs://${stack.bucket}/dataset/bolts/${id}.jpg`,
    encoded: `dataset--bolts--${id}.jpg`,
    name: 'frame-1.jpg',
    tags: [],
    set: 'PREDETERMINED',
    date: 1_790_000_000_001,
    session,
    originalFormat: 'jpeg',
    look: expect.stringMatching(/^[0-9a-f]{16}$/),
    width: 320,
    height: 240,
  });
  expect(
    [record.dataset, record.tag, record.monitor, ...record.tagsContained].map(({ path }) => path),
  ).toEqual(['dataset/bolts', 'dataset/bolts/tag/good', 'monitor/line-1', 'dataset/bolts/tag/good']);
  expect(record.createdDate.toMillis()).toBeGreaterThan(Date.now() - 60_000);
  expect(record).not.toHaveProperty('masks');
  expect(sha256(await stored(record.uri))).toBe(sha256(bytes));
  expect(await sharp(record.imageData).metadata()).toMatchObject({ format: 'webp', width: 300, height: 225 });
  await eventually(() => {
    expect(liveState(stack, 'line-1').image).toEqual({
      id,
      date: 1_790_000_000_001,
      received: expect.any(Number),
      imageData: expect.any(String),
    });
  });
  const live = Buffer.from(liveState(stack, 'line-1').image.imageData, 'base64');
  expect(await sharp(live).metadata()).toMatchObject({ format: 'webp', width: 300, height: 225 });
  expect(live.length).toBeLessThan(record.imageData.length / 2);
  // The same picture: on average, its pixels differ by a few steps of 255.
  const pixels = await Promise.all(
    [live, record.imageData].map((each) => sharp(each).greyscale().raw().toBuffer()),
  );
  const [shown, kept] = pixels as [Buffer, Buffer];
  expect(shown.reduce((sum, pixel, at) => sum + Math.abs(pixel - kept[at]!), 0) / kept.length).toBeLessThan(
    10,
  );
});

describe('pictures', () => {
  const send = async (bytes: Buffer, name: string, about = {}) => {
    const image_data = { date: 1, name, dataset: 'bolts', ...about };
    return call(stack, '/monitor/line-1/image', { body: { image: bytes.toString('base64'), image_data } });
  };

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i: size and thumbnail are upright',
    async (orientation) => {
      const jpeg = await pictureLyingAs(orientation);
      const { body } = await send(jpeg, `o${orientation}.jpg`);
      const record = await imageRecord(body.data.id);
      expect([record.width, record.height]).toEqual([400, 200]);
      const { data, info } = await sharp(record.imageData).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([300, 150]);
      const pixel = (x: number) => [
        ...data.subarray((75 * 300 + x) * info.channels, (75 * 300 + x) * info.channels + 3),
      ];
      expect(pixel(20)[0]).toBeGreaterThan(200);
      expect(pixel(280)[2]).toBeGreaterThan(200);
    },
  );

  test('a picture smaller than a thumbnail is not enlarged; a tall one is 300 px high', async () => {
    const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const tall = await sharp({ create: { width: 100, height: 900, channels: 3, background: '#123' } })
      .webp()
      .toBuffer();
    for (const [bytes, name, size, format] of [
      [small, 's.png', [40, 30], 'png'],
      [tall, 't.webp', [33, 300], 'webp'],
    ] as const) {
      const record = await imageRecord((await send(bytes, name)).body.data.id);
      const { width, height } = await sharp(record.imageData).metadata();
      expect([[width, height], record.originalFormat, record.uri.split('.').at(-1)]).toEqual([
        size,
        format,
        format,
      ]);
    }
  });

  test('CMYK JPEG and 16-bit PNG with alpha are accepted', async () => {
    const raw = { raw: { width: 64, height: 64, channels: 4 as const } };
    const cmyk = await sharp(Buffer.alloc(64 * 64 * 4, 90), raw)
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    const deep = await sharp(Buffer.alloc(64 * 64 * 4, 90), raw)
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    for (const bytes of [cmyk, deep]) expect((await send(bytes, `${bytes.length}`)).status).toBe(200);
  });

  test.each([
    ['empty text', async () => '', 400, 'Error: image not found'],
    ['no base64', async () => '%%% no base64 %%%', 400, 'Error: image not found'],
    [
      'a truncated JPEG',
      async () => b64((await picture(3)).subarray(0, 4000)),
      400,
      'Error: image not found',
    ],
    [
      'a PNG signature alone',
      async () => b64(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
      400,
      'Error: image not found',
    ],
    [
      'a PNG of 256 megapixels',
      () => bomb(16_000, 16_000),
      413,
      'Error: image too large: more than 50 megapixels',
    ],
    [
      'a JPEG of 60 megapixels',
      () => bomb(10_000, 6000, 'jpeg'),
      413,
      'Error: image too large: more than 50 megapixels',
    ],
    [
      'SVG',
      async () => b64(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
      415,
      'Error: unsupported image format',
    ],
    ['GIF', async () => b64(Buffer.from('GIF89a............')), 415, 'Error: unsupported image format'],
    [
      'TIFF',
      async () =>
        b64(
          await sharp(await picture(2))
            .tiff()
            .toBuffer(),
        ),
      415,
      'Error: unsupported image format',
    ],
    [
      '21 MB',
      async () => b64(Buffer.concat([await picture(4), Buffer.alloc(21 * 1024 * 1024)])),
      413,
      'Error: image too large: more than 20 MB',
    ],
  ])('%s is refused and leaves nothing', async (_, make, status, result) => {
    const [before] = await Promise.all([records(stack, 'image')]);
    const answer = await call(stack, '/monitor/line-1/image', {
      body: { image: await make(), image_data: { date: 1, name: 'x', dataset: 'bolts' } },
    });
    expect([answer.status, answer.body]).toEqual([status, { data: { error: true, result } }]);
    expect(answer.headers.get('x-reason') !== null).toBe(result === 'Error: image not found');
    expect((await records(stack, 'image')).size).toBe(before.size);
  });
});

/** Counts the writes of each document of the dataset, its tags and counter parts, and of the session and monitor. */
function countWrites() {
  const seen = new Map<string, number>();
  const note = ({ docs }: { docs: { ref: { path: string } }[] }) => {
    for (const { ref } of docs) seen.set(ref.path, (seen.get(ref.path) ?? 0) + 1);
  };
  const changes = (path: string) =>
    stack.firestore
      .collection(path)
      .onSnapshot((page) => note({ docs: page.docChanges().map(({ doc }) => ({ ref: doc.ref })) }));
  const all = ['dataset', 'dataset/bolts/tag', 'dataset/bolts/counter', 'monitor', 'session'].map(changes);
  return {
    stop: () => {
      for (const end of all) end();
      return seen;
    },
  };
}

const b64 = (bytes: Buffer): string => bytes.toString('base64');

async function bomb(width: number, height: number, format: 'png' | 'jpeg' = 'png'): Promise<string> {
  const flat = sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false });
  return b64(await flat.toFormat(format).toBuffer());
}

/**
 * Upright 400 x 200, red on the left and blue on the right, stored with this EXIF orientation (the positions of row 0 and
 * column 0).
 */
async function pictureLyingAs(orientation: number): Promise<Buffer> {
  const [W, H] = [400, 200];
  const place = (x: number, y: number): [row: number, column: number] =>
    [
      [y, x],
      [y, W - 1 - x],
      [H - 1 - y, W - 1 - x],
      [H - 1 - y, x],
      [x, y],
      [W - 1 - x, y],
      [W - 1 - x, H - 1 - y],
      [x, H - 1 - y],
    ][orientation - 1] as [number, number];
  const [width, height] = orientation >= 5 ? [H, W] : [W, H];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const [row, column] = place(x, y);
      pixels[(row * width + column) * 3 + (x < W / 2 ? 0 : 2)] = 255;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .withMetadata({ orientation })
    .toBuffer();
}

describe('forms of an upload', () => {
  test('raw bytes with the rest in the query', async () => {
    const bytes = await picture(20);
    const query = 'date=1790000000020&name=raw.jpg&dataset=bolts&tag=dataset%2Fbolts%2Ftag%2Fbad';
    const answer = await call(stack, `/monitor/line-1/image?${query}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'image/jpeg' },
    });
    const record = await imageRecord(answer.body.data.id);
    expect([record.name, record.date, record.tag.id]).toEqual(['raw.jpg', 1_790_000_000_020, 'bad']);
    expect(sha256(await stored(record.uri))).toBe(sha256(bytes));
  });

  test('raw or base64, wrapped in data or not, with a data-URI prefix or not: the same frame', async () => {
    const sent = await frame(21);
    const prefixed = { ...sent, image: `data:image/jpeg;base64,${sent.image}` };
    const query = 'date=1790000000021&name=frame-21.jpg&dataset=bolts&tag=good';
    const answers = [
      await call(stack, '/monitor/line-1/image', { body: sent }),
      await call(stack, '/monitor/line-1/image', { body: { data: sent } }),
      await call(stack, '/monitor/line-1/image', { body: prefixed }),
      await call(stack, `/monitor/line-1/image?${query}`, {
        method: 'POST',
        body: await picture(21),
        headers: { 'content-type': 'image/jpeg' },
      }),
    ];
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
  });

  test("without a dataset it is stored in the monitor's default, without a tag it is unlabelled", async () => {
    const { body } = await upload(stack, 22, { dataset: undefined, tag: undefined });
    const record = await imageRecord(body.data.id);
    expect([record.dataset.id, record.tag, record.tagsContained]).toEqual(['bolts', null, []]);
  });

  test.each([
    ['an unknown dataset', { dataset: 'nowhere' }, 404, 'Error: Dataset with ID "nowhere" not found'],
    ['a dataset id with dots', { dataset: '..' }, 404, 'Error: Dataset with ID ".." not found'],
    ['a dataset id with a slash', { dataset: 'a/b/c' }, 404, 'Error: Dataset with ID "a/b/c" not found'],
    ['a reserved dataset id', { dataset: '__x__' }, 404, 'Error: Dataset with ID "__x__" not found'],
    ['an unknown tag', { tag: 'purple' }, 404, 'Error: Tag with ID "purple" not found'],
    [
      'a tag of another dataset',
      { tag: 'dataset/other/tag/foreign' },
      404,
      'Error: Tag with ID "dataset/other/tag/foreign" not found',
    ],
    ['a date that is NaN', { date: Number.NaN }, 400, 'Error: date is not a timestamp in milliseconds'],
    ['a negative date', { date: -1 }, 400, 'Error: date is not a timestamp in milliseconds'],
    ['the year 9999', { date: 253_370_764_800_000 }, 400, 'Error: date is not a timestamp in milliseconds'],
  ])('%s is refused with its sentence', async (_, about, status, result) => {
    const answer = await upload(stack, 23, about);
    expect([answer.status, answer.body]).toEqual([status, { data: { error: true, result } }]);
  });

  test('invalid JSON, and a missing monitor', async () => {
    const broken = await call(stack, '/monitor/line-1/image', {
      method: 'POST',
      body: '{"image": ',
      headers: { 'content-type': 'application/json' },
    });
    expect([broken.status, broken.body]).toEqual([
      400,
      { data: { error: true, result: 'Body is not valid JSON' } },
    ]);
    const nowhere = await upload(stack, 24, {}, 'line-9');
    expect([nowhere.status, nowhere.body.data.result]).toEqual([404, 'Monitor not found or access denied']);
  });

  test("a name with folders, control characters or a double dash has no effect on the object's name", async () => {
    for (const name of ['../../x.jpg', 'a--b.jpg', 'c\u0000\u001b.jpg', '\u{1F4F7}.jpg']) {
      const record = await imageRecord((await upload(stack, 25, { name })).body.data.id);
      expect(record.uri).toMatch(/\/dataset\/bolts\/[a-z0-9]{20}\.jpg$/);
      expect(record.name).not.toMatch(/[/\p{Cc}]/u);
    }
  });
});

describe('Contract 6: the same frame again', () => {
  test('ten times at once and once more later: one record, one id, counted once', async () => {
    const before = await countedRecords(stack);
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(stack, 40)));
    const later = await upload(stack, 40);
    expect(new Set([...answers, later].map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    const after = await countedRecords(stack);
    expect(after.images).toBe(before.images + 1);
    await eventually(async () => expect(await shownCounters(stack)).toEqual(after));
  });

  test('a lost answer of Storage, and a failed upload, can be retried', async () => {
    stack.faults.storage.set([{ path: '/upload', reset: 'after', times: 1 }]);
    const lost = await upload(stack, 41);
    stack.faults.storage.set([{ path: '/upload', status: 403, body: {}, times: 1 }]);
    const failed = await upload(stack, 42);
    expect([failed.status, failed.body.data.error]).toEqual([500, true]);
    stack.faults.storage.set([]);
    expect([lost.status, (await upload(stack, 42)).status]).toEqual([200, 200]);
    expect((await upload(stack, 41)).body).toEqual(lost.body);
  });
});

describe('sessions of frames', () => {
  test('late frames join, frames while stopped are kept without one', async () => {
    await call(stack, '/monitor/line-2/start');
    const session = (await stack.firestore.doc('monitor/line-2').get()).get('session') as string;
    const inside = Date.now();
    await upload(stack, 50, { date: inside }, 'line-2');
    await call(stack, '/monitor/line-2/stop');
    const late = await upload(stack, 51, { date: inside }, 'line-2');
    const after = await upload(stack, 52, { date: Date.now() + 60_000 }, 'line-2');
    expect((await imageRecord(late.body.data.id)).session).toBe(session);
    expect((await imageRecord(after.body.data.id)).session).toBe('');
    expect((await stack.firestore.doc(`session/${session}`).get()).get('data.totalCounter')).toBe(2);
    expect(liveState(stack, 'line-2')).toMatchObject({ status: false, session: '', totalCounter: 2 });
    const longAgo = new Date(Date.now() - 601_000);
    await stack.firestore
      .doc('monitor/line-2')
      .update({ 'lastSession.stop': longAgo, 'lastSession.start': new Date(0) });
    const tooLate = await upload(stack, 53, { date: 5 }, 'line-2');
    expect((await imageRecord(tooLate.body.data.id)).session).toBe('');
  });
});

describe('load', () => {
  test('40 in flight to one dataset: counters exact, no document written more than about once a second', async () => {
    const writes = countWrites();
    const begun = Date.now();
    await concurrently(400, 40, async (number) => {
      const tag = number % 3 === 0 ? 'bad' : 'good';
      expect((await upload(stack, 1000 + number, { tag })).status).toBe(200);
    });
    const counted = await countedRecords(stack);
    await eventually(async () => expect(await shownCounters(stack)).toEqual(counted));
    const seconds = (Date.now() - begun) / 1000;
    const busiest = Math.max(...writes.stop().values());
    expect(busiest).toBeGreaterThan(0);
    expect(busiest).toBeLessThanOrEqual(seconds + 2);
    const session = (await stack.firestore.doc('monitor/line-1').get()).get('session');
    const inSession = [...(await records(stack, 'image')).values()].filter(
      (each) => each.session === session,
    );
    await eventually(() => expect(liveState(stack, 'line-1').totalCounter).toBe(inSession.length));
  });

  test('after a stop all counts agree', async () => {
    const { session } = (await stack.firestore.doc('monitor/line-1').get()).data()!;
    await call(stack, '/monitor/line-1/stop');
    const inSession = [...(await records(stack, 'image')).values()].filter(
      (each) => each.session === session,
    );
    expect((await stack.firestore.doc(`session/${session}`).get()).get('data.totalCounter')).toBe(
      inSession.length,
    );
    expect(liveState(stack, 'line-1').totalCounter).toBe(inSession.length);
    expect(await shownCounters(stack)).toEqual(await countedRecords(stack));
  });
});
