/**
 * Spec 4.2 detect, 7; Contract 3 and 5: boxes, and the requests to the vision service.
 * @covers Spec 4.2, Contract 5 detect, cache, faults, retries
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { failureFault } from '../../emulators/vision/failures.ts';
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

type Box = [x: number, y: number, w: number, h: number];

/** Intersection over union. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a[2] * a[3] + b[2] * b[3] - shared);
}
