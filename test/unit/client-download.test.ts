/**
 * Downloads of `@sightline/client`: what they leave behind, and how long they wait.
 * @covers The client: archives, downloads, pictures and retries, by a simulated clock
 */
import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { elapsed } from '../support/elapsed.ts';
import { STEP } from '../support/limits.ts';

const LINK = 'https://storage.example/archive?signature=secret';
const archive = () => new Response('archive', { headers: { 'content-type': 'application/zip' } });
const link = () => new Response(JSON.stringify({ status: 'success', result: LINK }));

/** Rejects as soon as the signal aborts. */
const hang = ({ signal }: RequestInit): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

function download(
  answer: (address: unknown, init: RequestInit) => Response | Promise<Response>,
  options: { signal?: AbortSignal; deadline?: number },
) {
  const fetch = async (address: unknown, init: RequestInit = {}) => answer(address, init);
  const client = new Sightline({ baseUrl: 'http://x', fetch: fetch as typeof globalThis.fetch });
  return client.datasets('d').downloadZip({ images: ['a'] }, {}, options);
}

test.each([
  ['answer', archive],
  ['link', (address: unknown) => (address === LINK ? archive() : link())],
])(
  'a long-lived signal keeps no listeners of archives from an %s that were read, cancelled or broken',
  async (_, answer) => {
    const { signal } = new AbortController();
    const read = await download(answer, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect(await new Response(read.stream as ReadableStream<Uint8Array<ArrayBuffer>>).text()).toBe('archive');
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    await (await download(answer, { signal })).stream.cancel();
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    const cut = new ReadableStream({ pull: (control) => control.error(new Error('cut off')) });
    const broken = await download(
      () => new Response(cut, { headers: { 'content-type': 'application/zip' } }),
      {
        signal,
      },
    );
    await expect(broken.stream.getReader().read()).rejects.toThrow('cut off');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  },
);

test('the deadline of a call is also that of the link, and of the answer that has it', async () => {
  const isStepOver = elapsed(STEP / 2);
  const silent = download((address, init) => (address === LINK ? hang(init) : link()), { deadline: 200 });
  await expect(silent).rejects.toMatchObject({ kind: 'late' });
  const cut = (_: unknown, { signal }: RequestInit) =>
    new Response(
      new ReadableStream({
        start: (control) => signal?.addEventListener('abort', () => control.error(signal.reason)),
      }),
    );
  await expect(download(cut, { deadline: 200 })).rejects.toMatchObject({ kind: 'late' });
  expect(isStepOver()).toBe(false);
});

test('a deadline longer than any timer is none', async () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return archive();
  };
  expect(await download(slow, { deadline: Number.POSITIVE_INFINITY })).toMatchObject({
    stream: expect.any(ReadableStream),
  });
});
