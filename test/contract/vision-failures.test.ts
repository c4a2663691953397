/** @covers Embedded Vision */
import type { ImageAnnotatorClient } from '@google-cloud/vision';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { FAILURES } from '../../emulators/vision/failures.ts';
import { type RunningVision, startVision } from '../../emulators/vision/server.ts';
import { visionClient } from './vision-client.ts';

let vision: RunningVision;
let client: ImageAnnotatorClient;
beforeEach(async () => {
  vision = await startVision({ port: 0 });
  client = visionClient(vision.port);
});
afterEach(async () => {
  await client.close();
  await vision.close();
});

const control = (path: string, body: unknown, method = 'PUT') =>
  fetch(`http://127.0.0.1:${vision.port}${path}`, { method, body: JSON.stringify(body) });

/** One picture, no retries. */
async function annotate(options: object = {}) {
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const requests = [{ image: { content }, features: [{ type: 'OBJECT_LOCALIZATION' as const }] }];
  return client.batchAnnotateImages({ requests }, { retry: null, ...options });
}

/** google.rpc.Code of each, which is the client's `code`, over REST too; the HTTP status is `httpStatusCode`. */
const CODES: Record<keyof typeof FAILURES, number> = {
  INVALID_ARGUMENT: 3,
  UNAUTHENTICATED: 16,
  PERMISSION_DENIED: 7,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  CANCELLED: 1,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DEADLINE_EXCEEDED: 4,
};

test.each(Object.entries(CODES))('the client gets %s', async (name, code) => {
  const status = name as keyof typeof FAILURES;
  const [httpStatusCode, message] = FAILURES[status];
  await control('/__failure', { status });
  const raw = await control('/v1/images:annotate', { requests: [] }, 'POST');
  expect([raw.status, await raw.json()]).toEqual([
    httpStatusCode,
    { error: { code: httpStatusCode, message, status } },
  ]);
  await expect(annotate()).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test('a quota error has Retry-After', async () => {
  await control('/__failure', { status: 'RESOURCE_EXHAUSTED' });
  const raw = await control('/v1/images:annotate', { requests: [] }, 'POST');
  expect(raw.headers.get('retry-after')).toBe('1');
});

test('a failure for one request is followed by an answer, and both are counted', async () => {
  await control('/__failure', { status: 'UNAVAILABLE', times: 1 });
  await expect(annotate()).rejects.toThrow();
  await annotate();
  expect(vision.calls()).toBe(2);
});

test('removing a failure takes effect at once', async () => {
  await control('/__failure', { status: 'PERMISSION_DENIED' });
  await fetch(`http://127.0.0.1:${vision.port}/__failure`, { method: 'DELETE' });
  await expect(annotate()).resolves.toBeDefined();
});

test('an unknown failure is rejected', async () => {
  expect((await control('/__failure', { status: 'TIRED' })).status).toBe(400);
  await expect(annotate()).resolves.toBeDefined();
});

test.each(['before', 'after'])('a connection reset %s the work is an error', async (reset) => {
  await control('/__faults', [{ path: 'annotate', reset }]);
  await expect(annotate()).rejects.toThrow(/hang up|reset|UNAVAILABLE/i);
});

test("with a hanging server the caller's deadline passes", async () => {
  await control('/__faults', [{ path: 'annotate', hang: true }]);
  await expect(annotate({ timeout: 300 })).rejects.toThrow(/deadline|timeout|abort/i);
});

test('malformed requests are refused', async () => {
  const statuses = await Promise.all(
    [undefined, { requests: 1 }, { requests: Array(17).fill({}) }].map((body) =>
      control('/v1/images:annotate', body, 'POST').then(({ status }) => status),
    ),
  );
  expect(statuses).toEqual([400, 400, 400]);
  expect((await control('/v1/other', {}, 'POST')).status).toBe(404);
});
