/**
 * Spec 4.2 detect, 7; Contract 3 and 5: boxes, and the requests to the vision service.
 * @covers Spec 4.2, Contract 5 detect, cache, faults, retries
 * @covers Contract 16 a detector of one's own: bytes out, boxes in, limits and errors as of Cloud Vision, no private address
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { failureFault } from '../../emulators/vision/failures.ts';
import { localizeObjects } from '../../emulators/vision/localize.ts';
import { eventually, picture, records } from '../support/factory.ts';
import { openStage, type Placed, place, type Stage, send } from './image-stage.ts';

const ANNOTATE = 'images:annotate';

let stage: Stage;
let next = 0;

beforeAll(async () => {
  stage = await openStage({ functions: ['image'] });
});
afterAll(() => stage?.close());
afterEach(() => stage.stack.faults.vision.set([]));

const fresh = async (): Promise<Placed> => place(stage, `dataset/bolts/d${next++}.jpg`, await picture(next));
const detect = (encoded: string, sent = {}) => send(stage, `/image/detect/image/${encoded}`, sent);

/** Number of calls to the service during `work`. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = stage.stack.vision.calls();
  await work();
  return stage.stack.vision.calls() - before;
}

/** The service's answer for one image with these annotations. */
const annotations = (...localizedObjectAnnotations: object[]) =>
  stage.stack.faults.vision.set([
    { path: ANNOTATE, status: 200, body: { responses: [{ localizedObjectAnnotations }] } },
  ]);

const corners = (...normalizedVertices: object[]) => ({ boundingPoly: { normalizedVertices } });

test('objects in a drawn scene are found at their positions', async () => {
  const scene = await drawScene({ seed: 3, kind: 'parts', width: 640, height: 480, parts: 4 });
  const { encoded } = await place(stage, 'dataset/bolts/scene.jpg', scene.jpeg);
  const { status, body } = await detect(encoded);
  expect([status, Object.keys(body)]).toEqual([200, ['result']]);
  for (const found of body.result) {
    expect(Object.keys(found).sort()).toEqual(['bbox', 'class', 'score']);
    expect(found).toEqual({
      bbox: Array(4).fill(expect.any(Number)),
      class: expect.any(String),
      score: expect.any(Number),
    });
  }
  const found = scene.parts.filter(({ box }) =>
    body.result.some(({ bbox }: { bbox: Box }) => overlap([box.x, box.y, box.w, box.h], bbox) >= 0.5),
  );
  expect(found).toHaveLength(scene.parts.length);
});

describe('boxes', () => {
  test.each([
    [
      'as given',
      corners({ x: 0.25, y: 0.5 }, { x: 0.75, y: 0.5 }, { x: 0.75, y: 1 }, { x: 0.25, y: 1 }),
      [0.25, 0.5, 0.5, 0.5],
    ],
    [
      'a coordinate left out is 0',
      corners({}, { x: 0.5 }, { x: 0.5, y: 0.25 }, { y: 0.25 }),
      [0, 0, 0.5, 0.25],
    ],
    ['all of them left out', corners({}, {}, {}, {}), [0, 0, 0, 0]],
    ['no corners', corners(), [0, 0, 0, 0]],
    ['no box', {}, [0, 0, 0, 0]],
    ['outside of the image', corners({ x: -0.5, y: -2 }, { x: 1.5, y: 3 }), [0, 0, 1, 1]],
    ['wholly beyond it', corners({ x: 1.5, y: 1.5 }, { x: 2, y: 2 }), [1, 1, 0, 0]],
    ['corners in another order', corners({ x: 0.75, y: 1 }, { x: 0.25, y: 0.5 }), [0.25, 0.5, 0.5, 0.5]],
  ])('%s', async (_, box, bbox) => {
    annotations({ name: 'Screw', score: 0.875, ...box });
    const { body } = await detect((await fresh()).encoded);
    expect(body).toEqual({ result: [{ bbox, class: 'Screw', score: 0.875 }] });
  });

  test('class and score are absent', async () => {
    annotations(corners({ x: 0.5, y: 0.5 }, { x: 1, y: 1 }));
    const { body } = await detect((await fresh()).encoded);
    expect(body.result).toEqual([{ bbox: [0.5, 0.5, 0.5, 0.5], class: '', score: 0 }]);
  });

  test('nothing found is an empty list, also from the cache', async () => {
    annotations();
    const { encoded } = await fresh();
    expect((await detect(encoded)).body).toEqual({ result: [] });
    expect(await callsOf(async () => expect((await detect(encoded)).body).toEqual({ result: [] }))).toBe(0);
  });
});

describe('the same bytes are analysed once', () => {
  test('a second detect needs no call and has the same answer', async () => {
    const { encoded, id } = await fresh();
    const first = await detect(encoded);
    expect((await records(stage.stack, 'detection')).has(id)).toBe(true);
    expect(await callsOf(async () => expect((await detect(encoded)).body).toEqual(first.body))).toBe(0);
  });

  test('20 simultaneous requests need one call', async () => {
    const { encoded } = await fresh();
    const calls = await callsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => detect(encoded)));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
    });
    expect(calls).toBe(1);
  });

  test('overwritten bytes need another call', async () => {
    const { encoded, name } = await fresh();
    const first = await detect(encoded);
    await stage.bucket.file(name).save(await picture(next + 3), { resumable: false });
    expect(await callsOf(async () => expect((await detect(encoded)).body).not.toEqual(first.body))).toBe(1);
    expect(await callsOf(() => detect(encoded))).toBe(0);
  });

  test('a failure is not cached', async () => {
    const { encoded } = await fresh();
    stage.stack.faults.vision.set([failureFault('PERMISSION_DENIED')]);
    expect((await detect(encoded)).status).toBe(502);
    stage.stack.faults.vision.set([]);
    expect((await detect(encoded)).status).toBe(200);
  });

  test('an image deleted during its analysis leaves nothing behind', async () => {
    const { encoded, id } = await fresh();
    stage.stack.faults.vision.set([{ path: ANNOTATE, latency: 1500 }]);
    const detecting = detect(encoded);
    await eventually(() => expect(stage.stack.faults.vision.met).toBe(1));
    expect((await send(stage, `/image/delete/image/${encoded}`)).status).toBe(200);
    expect((await detecting).status).toBe(200);
    expect((await records(stage.stack, 'detection')).has(id)).toBe(false);
  });
});

describe('HEAD and prefetch do not call the service', () => {
  test.each([
    [{ method: 'HEAD' }, 405],
    [{ headers: { 'sec-purpose': 'prefetch' } }, 403],
  ])('%j', async (sent, status) => {
    const { encoded } = await fresh();
    expect(await callsOf(async () => expect((await detect(encoded, sent)).status).toBe(status))).toBe(0);
  });
});

describe("a dataset's own detector", () => {
  let mine: Detector;
  const use = (detector: string | null) =>
    stage.stack.firestore.doc('dataset/bolts').update({ detector: detector ?? FieldValue.delete() });
  beforeAll(async () => {
    mine = await startDetector();
  });
  beforeEach(() => use(mine.url));
  afterEach(() => use(null));
  afterAll(() => mine?.close());

  test('gets the bytes, finds the parts, is asked once for them, and Cloud Vision never', async () => {
    const scene = await drawScene({ seed: 3, kind: 'parts', width: 640, height: 480, parts: 4 });
    const { encoded, name } = await place(stage, 'dataset/bolts/own.jpg', scene.jpeg);
    const cost = await callsOf(async () => {
      const { status, body } = await detect(encoded);
      expect(status).toBe(200);
      const found = scene.parts.filter(({ box }) =>
        body.result.some(({ bbox }: { bbox: Box }) => overlap([box.x, box.y, box.w, box.h], bbox) >= 0.5),
      );
      expect(found).toHaveLength(scene.parts.length);
      expect((await detect(encoded)).body).toEqual(body);
    });
    expect([cost, mine.calls]).toEqual([0, 1]);
    expect(mine.got).toEqual((await stage.bucket.file(name).download())[0]);
    // What one detector has found is no answer of another.
    await use(null);
    expect(await callsOf(() => detect(encoded))).toBe(1);
    await use(`${mine.url}?threshold=0.5`);
    await detect(encoded);
    expect(mine.calls).toBe(2);
  });

  test('boxes are cut at the edges, and at most 100 are taken', async () => {
    const beyond = { bbox: [-0.5, 0.5, 1, 2], class: 'crack', score: 1.5 };
    mine.answer = () => ({ status: 200, body: { result: Array(120).fill(beyond), took: 3 } });
    const { body } = await detect((await fresh()).encoded);
    expect(body.result).toEqual(Array(100).fill({ bbox: [0, 0.5, 0.5, 0.5], class: 'crack', score: 1 }));
  });

  test('a box may begin at any corner', async () => {
    const turned = { bbox: [0.75, 0.5, -0.5, -2], class: 'crack', score: -1 };
    const vast = { bbox: [-1e308, 1e308, 1e308, 1e308], class: 'crack', score: 1e308 };
    mine.answer = () => ({ status: 200, body: { result: [turned, vast] } });
    const { body } = await detect((await fresh()).encoded);
    expect(body.result).toEqual([
      { bbox: [0.25, 0, 0.5, 0.5], class: 'crack', score: 0 },
      { bbox: [0, 1, 0, 0], class: 'crack', score: 1 },
    ]);
  });

  test('an answer of half a million that are wrong is refused', async () => {
    mine.answer = () => ({ status: 200, body: { result: Array(490_000).fill(1) } });
    const { encoded } = await fresh();
    expect((await detect(encoded)).body).toEqual({ error: 'Vision API failed' });
  });

  test('a picture that is deleted before it is read is not found', async () => {
    const { encoded } = await fresh();
    mine.calls = 0;
    stage.stack.faults.storage.set([{ path: 'alt=media', status: 404 }]);
    const { status, body } = await detect(encoded);
    stage.stack.faults.storage.set([]);
    expect([status, body.status]).toEqual([404, 'File not found']);
  });

  test('pictures that do not fit into memory at once wait for each other', async () => {
    const size = 15_000_000;
    const large = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        place(stage, `dataset/bolts/large${at}.jpg`, Buffer.alloc(size, at)),
      ),
    );
    let [now, most] = [0, 0];
    mine.answer = async () => {
      most = Math.max(most, ++now);
      await new Promise((done) => setTimeout(done, 4_000));
      now -= 1;
      return { status: 200, body: { result: [] } };
    };
    const answers = await Promise.all(large.map(({ encoded }) => detect(encoded)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(most * size).toBeLessThanOrEqual(80_000_000);
  });

  test('whoever answers before all is sent has answered', async () => {
    mine.early = 401;
    const large = await place(stage, 'dataset/bolts/large.jpg', Buffer.alloc(8_000_000, 1));
    expect((await detect(large.encoded)).body).toEqual({ error: 'Vision API permission denied' });
    mine.early = null;
  });

  const many = { result: Array(30_000).fill({ bbox: [0, 0, 1, 1], class: 'crack', score: 1 }) };
  test.each<[string, number, string, number, Told]>([
    ['a busy one', 429, 'Vision API quota exceeded', 1, { status: 429, body: {} }],
    ['one that knows us not', 502, 'Vision API permission denied', 1, { status: 401, body: {} }],
    ['one that cannot read it', 502, 'Vision API cannot read this image', 1, { status: 400, body: {} }],
    ['another address', 502, 'Vision API failed', 1, { status: 302, body: {} }],
    ['no JSON', 502, 'Vision API failed', 1, { status: 200, body: undefined }],
    ['another shape', 502, 'Vision API failed', 1, { status: 200, body: { result: [{ bbox: [0, 0, 1] }] } }],
    ['a large answer', 502, 'Vision API failed', 1, { status: 200, body: many }],
    ['a broken one', 503, 'Vision API unreachable', 4, { status: 500, body: {} }],
  ])('%s is %i %s after %i calls', async (_, status, error, calls, told) => {
    mine.answer = () => told;
    mine.calls = 0;
    const answer = await detect((await fresh()).encoded);
    expect([answer.status, answer.body, mine.calls]).toEqual([status, { error }, calls]);
  });

  test('a private address is not connected to', async () => {
    for (const address of ['http://10.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'gopher://x/']) {
      await use(address);
      expect((await detect((await fresh()).encoded)).body).toEqual({ error: 'Vision API permission denied' });
    }
  });
});

test('DETECTION_CACHE=off calls each time and caches nothing', async () => {
  const other = await openStage({ functions: ['image'], env: { DETECTION_CACHE: 'off' } });
  try {
    const { encoded } = await place(other, 'dataset/bolts/a.jpg', await picture(1));
    for (const calls of [1, 2]) {
      expect((await send(other, `/image/detect/image/${encoded}`)).status).toBe(200);
      expect(other.stack.vision.calls()).toBe(calls);
    }
    expect((await records(other.stack, 'detection')).size).toBe(0);
  } finally {
    await other.close();
  }
});

interface Told {
  status: number;
  body: unknown;
}

interface Detector {
  url: string;
  calls: number;
  got: Buffer;
  /** Status of an answer for which nothing is read. */
  early: number | null;
  answer: (bytes: Buffer) => Told | Promise<Told>;
  close(): Promise<void>;
}

/** A server that finds what stands out from the background, and answers as `detect` does. */
async function startDetector(): Promise<Detector> {
  const look = async (bytes: Buffer): Promise<Told> => {
    const found = await localizeObjects(bytes);
    const result = found.map(({ name, score, left, top, right, bottom }) => ({
      ...{ bbox: [left, top, right - left, bottom - top], class: name, score },
    }));
    return { status: 200, body: { result } };
  };
  const server = createServer((request, response) => {
    mine.calls += 1;
    if (mine.early !== null) return void response.writeHead(mine.early).end();
    void buffer(request).then(async (bytes) => {
      mine.got = bytes;
      const { status, body } = await mine.answer(bytes);
      response.writeHead(status, { location: mine.url }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const mine: Detector = {
    url: `http://127.0.0.1:${port}/find`,
    calls: 0,
    got: Buffer.alloc(0),
    early: null,
    answer: look,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return mine;
}

type Box = [x: number, y: number, w: number, h: number];

/** Intersection over union. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a[2] * a[3] + b[2] * b[3] - shared);
}
