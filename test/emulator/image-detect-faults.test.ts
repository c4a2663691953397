/**
 * Spec 7; Contract 3 and 5: each failure of the vision service, and which of them are retried.
 * @covers Spec 4.2, Contract 5 detect, cache, faults, retries
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type FailureName, failureFault } from '../../emulators/vision/failures.ts';
import { elapsed } from '../support/elapsed.ts';
import { eventually, picture } from '../support/factory.ts';
import { openStage, type Placed, place, type Stage, send } from './image-stage.ts';

const ANNOTATE = 'images:annotate';
/** Milliseconds; enough for four attempts on a busy machine. */
const DEADLINE = 30_000;

let stage: Stage;
let next = 0;

beforeAll(async () => {
  stage = await openStage({ functions: ['image'], env: { DETECTION_DEADLINE: String(DEADLINE) } });
});
afterAll(() => stage?.close());
afterEach(() => stage.stack.faults.vision.set([]));

const fresh = async (): Promise<Placed> => place(stage, `dataset/bolts/d${next++}.jpg`, await picture(next));
const detect = (encoded: string) => send(stage, `/image/detect/image/${encoded}`);

/** Number of calls to the service during `work`. */
async function callsOf(work: () => Promise<unknown>): Promise<number> {
  const before = stage.stack.vision.calls();
  await work();
  return stage.stack.vision.calls() - before;
}

describe('each failure of the service has its message', () => {
  test.each<[FailureName, number, string, number]>([
    ['RESOURCE_EXHAUSTED', 429, 'Vision API quota exceeded', 1],
    ['PERMISSION_DENIED', 502, 'Vision API permission denied', 1],
    ['UNAUTHENTICATED', 502, 'Vision API permission denied', 1],
    ['INVALID_ARGUMENT', 502, 'Vision API cannot read this image', 1],
    ['NOT_FOUND', 502, 'Vision API failed', 1],
    ['CANCELLED', 502, 'Vision API failed', 1],
    ['DEADLINE_EXCEEDED', 503, 'Vision API deadline exceeded', 4],
    ['UNAVAILABLE', 503, 'Vision API unreachable', 4],
    ['INTERNAL', 503, 'Vision API unreachable', 4],
  ])('%s: %i %s, after %i calls', async (failure, status, error, calls) => {
    const { encoded } = await fresh();
    stage.stack.faults.vision.set([failureFault(failure)]);
    const cost = await callsOf(async () => {
      const answer = await detect(encoded);
      expect([answer.status, answer.body]).toEqual([status, { error }]);
      const retryAfter = answer.headers.get('retry-after');
      if (status === 502) expect(retryAfter).toBeNull();
      else expect(Number(retryAfter)).toBeGreaterThan(0);
    });
    expect(cost).toBe(calls);
  });

  test.each([
    [3, 502, { error: 'Vision API cannot read this image' }],
    [7, 502, { error: 'Vision API permission denied' }],
    [5, 404, { error: true, status: 'File not found' }],
    [8, 429, { error: 'Vision API quota exceeded' }],
    [2, 502, { error: 'Vision API failed' }],
  ])("an image's own error, code %i", async (code, status, expected) => {
    const body = { responses: [{ error: { code, message: 'for the log only' } }] };
    stage.stack.faults.vision.set([{ path: ANNOTATE, status: 200, body }]);
    const answer = await detect((await fresh()).encoded);
    expect([answer.status, answer.body]).toEqual([status, expected]);
  });

  test('bytes that are not a picture', async () => {
    const { encoded } = await place(stage, 'dataset/bolts/no-picture.jpg', Buffer.from('not a picture'));
    const { status, body } = await detect(encoded);
    expect([status, body]).toEqual([502, { error: 'Vision API cannot read this image' }]);
  });

  test('a broken connection is reported as unreachable', async () => {
    stage.stack.faults.vision.set([{ path: ANNOTATE, reset: 'before' }]);
    const { status, body } = await detect((await fresh()).encoded);
    expect([status, body]).toEqual([503, { error: 'Vision API unreachable' }]);
  });

  test("the service's own message is logged, not sent to the caller", async () => {
    stage.stack.faults.vision.set([failureFault('PERMISSION_DENIED')]);
    const { body } = await detect((await fresh()).encoded);
    expect(JSON.stringify(body)).not.toContain('disabled');
    const { output } = stage.stack.functions.image!;
    await eventually(() => expect(output()).toContain('has not been used in this project'));
  });
});

describe('temporary failures are retried', () => {
  test.each<FailureName>(['UNAVAILABLE', 'INTERNAL', 'DEADLINE_EXCEEDED'])('%s twice', async (failure) => {
    const { encoded } = await fresh();
    stage.stack.faults.vision.set([failureFault(failure, 2)]);
    // Waits of 250 and 1000 ms, each plus or minus a quarter.
    const hasWaited = elapsed(450);
    const calls = await callsOf(async () => expect((await detect(encoded)).status).toBe(200));
    expect(calls).toBe(3);
    expect(hasWaited()).toBe(true);
  });
});

test('a service that does not answer fails at the deadline; one that cannot be reached fails at once', async () => {
  const other = await openStage({ functions: ['image'], env: { DETECTION_DEADLINE: '2000' } });
  try {
    const silent = await place(other, 'dataset/bolts/b.jpg', await picture(2));
    other.stack.faults.vision.set([{ path: ANNOTATE, hang: true }]);
    const late = await send(other, `/image/detect/image/${silent.encoded}`);
    expect([late.status, late.body]).toEqual([503, { error: 'Vision API deadline exceeded' }]);
    const { encoded } = await place(other, 'dataset/bolts/a.jpg', await picture(1));
    await other.stack.vision.close();
    const { status, body } = await send(other, `/image/detect/image/${encoded}`);
    expect([status, body]).toEqual([503, { error: 'Vision API unreachable' }]);
  } finally {
    await other.close();
  }
});
