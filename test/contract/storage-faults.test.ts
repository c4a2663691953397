/** @covers Embedded Storage */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { elapsed } from '../support/elapsed.ts';
import { type Bench, codeOf, openBench, operations, setFaults } from './storage-client.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.storage.close());

const put = (name: string, options = {}) =>
  bench.bucket.file(name).save(name, { resumable: false, ...options });
const create = { preconditionOpts: { ifGenerationMatch: 0 } };

test('latency delays an answer', async () => {
  await put('slow');
  await setFaults(bench.origin, [{ path: 'slow', latency: 300 }]);
  const hasWaited = elapsed(150);
  await bench.bucket.file('slow').download();
  expect(hasWaited()).toBe(true);
});

test('the client succeeds after two refusals', async () => {
  await put('busy', create);
  await setFaults(bench.origin, [{ path: 'busy', status: 503, times: 2 }]);
  expect((await bench.bucket.file('busy').getMetadata())[0].size).toBe('4');
});

test('a permanent refusal is an error of the client', async () => {
  await put('shut');
  await setFaults(bench.origin, [
    { path: 'shut', status: 429, body: { error: { code: 429, message: 'Quota' } } },
  ]);
  const quick = { totalTimeout: 1, maxRetries: 1 };
  Object.assign(bench.bucket.storage.retryOptions, quick);
  expect(await codeOf(bench.bucket.file('shut').getMetadata())).toBe(429);
});

test('a connection reset before the work leaves nothing behind', async () => {
  await setFaults(bench.origin, [{ path: 'name=lost', reset: 'before', times: 1 }]);
  expect(await codeOf(put('lost'))).toBe('ECONNRESET');
  expect(await bench.bucket.file('lost').exists()).toEqual([false]);
});

test('a connection reset after the work leaves the object, and a conditional retry reports it', async () => {
  await setFaults(bench.origin, [{ path: 'name=done', reset: 'after', times: 1 }]);
  expect(await codeOf(put('done'))).toBe('ECONNRESET');
  expect(await codeOf(put('done', create))).toBe(412);
});

test('a hanging server can still be reset and closed', async () => {
  await put('stuck');
  await setFaults(bench.origin, [{ path: 'stuck', hang: true }]);
  const stuck = fetch(`${bench.origin}/storage/v1/b/pictures/o/stuck`, { signal: AbortSignal.timeout(200) });
  await expect(stuck).rejects.toThrow(/timeout/);
  await setFaults(bench.origin, []);
  expect((await bench.bucket.file('stuck').exists())[0]).toBe(true);
});

test('operations are counted by kind until they are reset', async () => {
  await put('one');
  await put('two');
  await bench.bucket.file('one').getMetadata();
  await bench.bucket.file('one').download();
  await bench.bucket.getFiles();
  await bench.bucket.file('two').delete();
  expect(await operations(bench.origin)).toEqual({ insert: 2, get: 1, download: 1, list: 1, delete: 1 });
  await fetch(`${bench.origin}/__operations`, { method: 'DELETE' });
  expect(await operations(bench.origin)).toEqual({});
});
