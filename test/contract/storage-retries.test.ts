/**
 * Rewritten scenarios of the service's conformance tests for retries (googleapis/conformance-tests, storage): the official
 * client, with a server that fails during a request, does each thing once, or gives up if it must.
 * @covers cases of the peers' own suites: retries of Storage's clients, the SDK's compatibility
 * @covers Embedded Storage
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Bench, clientOf, openBench, operations, ramp, setFaults } from './storage-client.ts';

const BUCKET = 'pictures';
/** Maximum seconds between two attempts: a local server needs no longer wait. */
const SOON = 0.02;
const benches: Bench[] = [];
let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
  benches.push(bench);
  await bench.bucket.file('there').save('there', { resumable: false });
});
afterAll(() => Promise.all(benches.map(({ storage }) => storage.close())));

/** What happens to the first requests, before anything is done. */
const TROUBLE: [string, object[]][] = [
  ['503 twice', [{ status: 503, times: 2 }]],
  ['a broken connection twice', [{ reset: 'before', times: 2 }]],
  [
    'a broken connection, then 503',
    [
      { reset: 'before', times: 1 },
      { status: 503, times: 1 },
    ],
  ],
];
const trouble = (faults: readonly object[]) =>
  setFaults(
    bench.origin,
    faults.map((fault) => ({ path: '/storage/v1|/upload', ...fault })),
  );

type Work = (of: Bench) => Promise<unknown>;
/** With a client of its own, because after one write without a condition the client stops retrying. */
function fresh(maxRetryDelay?: number): Bench {
  const client = clientOf(bench.origin);
  if (maxRetryDelay) client.retryOptions.maxRetryDelay = maxRetryDelay;
  return { ...bench, bucket: client.bucket(BUCKET) };
}
const outcome = (work: Work, maxRetryDelay?: number): Promise<unknown> =>
  work(fresh(maxRetryDelay)).then(
    () => 'done',
    (error: { code?: unknown }) => error.code ?? 'failed',
  );
const file = (of: Bench, name = 'there') => of.bucket.file(name);
const meta = { metadata: { seen: 'yes' } };

/** Repeating these changes nothing. */
const ALWAYS: Record<string, Work> = {
  'buckets.get': ({ bucket }) => bucket.getMetadata(),
  'objects.get': (of) => file(of).getMetadata(),
  'objects.list': ({ bucket }) => bucket.getFiles(),
};
/** Repeating these would change something without a condition. */
const CONDITIONED: Record<string, Work> = {
  'objects.patch': (of) => file(of).setMetadata(meta, { ifMetagenerationMatch: 1 }),
  'objects.copy': (of) => file(of).copy('copy', { preconditionOpts: { ifGenerationMatch: 0 } }),
  'objects.compose': ({ bucket }) => bucket.combine(['there', 'there'], 'both', { ifGenerationMatch: 0 }),
  'objects.delete': async (of) => {
    const [{ generation }] = await file(of).getMetadata();
    await of.bucket.file('there').delete({ ifGenerationMatch: generation as string });
  },
};
/** These wait a second between two attempts, whatever options the client gets. */
const UPLOADS: Record<string, Work> = {
  'objects.insert': (of) =>
    file(of, 'new').save('new', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }),
  'objects.insert, resumable': (of) =>
    file(of, 'new').save('new', { resumable: true, preconditionOpts: { ifGenerationMatch: 0 } }),
};
const NEVER: Record<string, Work> = {
  'objects.insert without a condition': (of) => file(of, 'new').save('new', { resumable: false }),
  'objects.patch without a condition': (of) => file(of).setMetadata(meta),
};

describe.each(TROUBLE)('%s', (_, faults) => {
  test.each(Object.entries({ ...ALWAYS, ...CONDITIONED }))('%s succeeds', async (_name, work) => {
    await trouble(faults);
    expect(await outcome(work, SOON)).toBe('done');
  });

  test.each(Object.entries(NEVER))('%s is not retried', async (_name, work) => {
    await trouble(faults);
    expect([503, 'ECONNRESET']).toContain(await outcome(work));
    await setFaults(bench.origin, []);
    expect((await file(bench, 'new').exists())[0]).toBe(false);
    expect((await file(bench).getMetadata())[0].metadata).toBeUndefined();
  });
});

test.each([400, 401, 403, 404, 412])('%i is an answer, not a fault: no retry', async (status) => {
  await trouble([{ status, times: 1 }]);
  expect(await outcome(ALWAYS['objects.get'] as Work)).toBe(status);
  expect(await outcome(ALWAYS['objects.get'] as Work)).toBe('done');
});

test.each([408, 429, 500, 502, 503, 504])('%i is retried', async (status) => {
  await trouble([{ status, times: 1 }]);
  expect(await outcome(ALWAYS['objects.get'] as Work)).toBe('done');
});

test.each(Object.entries(UPLOADS))('%s succeeds after all of it, and is done once', async (_, work) => {
  await trouble([
    { reset: 'before', times: 1 },
    { status: 503, times: 1 },
  ]);
  expect(await outcome(work)).toBe('done');
  // The one of `beforeEach`, and one more.
  expect(await operations(bench.origin)).toMatchObject({ insert: 2 });
});

describe('in the middle of an upload', () => {
  const CHUNK = 256 * 1024;
  const bytes = ramp(3 * CHUNK + 1000);
  const upload = async (chunkSize?: number) => {
    const folder = await mkdtemp(join(tmpdir(), 'sightline-retries-'));
    await writeFile(join(folder, 'large'), bytes);
    const target = file(fresh(), 'large');
    const preconditionOpts = { ifGenerationMatch: 0 };
    const options = { resumable: true, preconditionOpts, ...(chunkSize && { chunkSize }) };
    await pipeline(createReadStream(join(folder, 'large')), target.createWriteStream(options));
    await rm(folder, { recursive: true });
  };

  test.each<[string, object]>([
    ['503', { status: 503, times: 1 }],
    ['a connection that breaks before the chunk is kept', { reset: 'before', times: 1 }],
    ['a connection that breaks after the chunk was kept', { reset: 'after', times: 1 }],
  ])('%s: the rest is sent, and there is one complete object', async (_, fault) => {
    await setFaults(bench.origin, [{ path: 'upload_id=', method: 'PUT', ...fault }]);
    await upload(CHUNK);
    const [stored] = await file(bench, 'large').download();
    expect(stored.equals(bytes)).toBe(true);
    const [found] = await bench.bucket.getFiles({ prefix: 'large', versions: true });
    expect(found.map(({ name }) => name)).toEqual(['large']);
  });
});
