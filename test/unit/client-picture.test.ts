/**
 * Pictures that `@sightline/client` reads from a stream before it sends them.
 * @covers The client: archives, downloads, pictures and retries, by a simulated clock
 */
import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { Sightline, SightlineError } from '../../client/src/index.ts';

const fetch = async () => {
  throw new Error('nothing is to be sent');
};
const client = new Sightline({ baseUrl: 'http://x', fetch, retry: { attempts: 1 } });
const [monitor, image] = [client.monitors('line-1'), client.images('a.png')];

/** A camera that has paused; `isCancelled` when nobody waits for it any more. */
function paused() {
  const state = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    start: (control) => control.enqueue(new Uint8Array([0xff])),
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { state, stream };
}

test.each([
  ['upload', (stream: ReadableStream<Uint8Array>, options: object) => monitor.upload(stream, options)],
  [
    'putMask',
    (stream: ReadableStream<Uint8Array>, options: object) => image.putMask('t', stream, {}, options),
  ],
])('%s: signal and deadline end the reading of a stream, and release it', async (_, send) => {
  const first = paused();
  await expect(send(first.stream, { deadline: 50 })).rejects.toMatchObject({ kind: 'late' });
  const control = new AbortController();
  const second = paused();
  const sending = send(second.stream, { signal: control.signal });
  setTimeout(() => control.abort(), 50);
  await expect(sending).rejects.toMatchObject({ kind: 'aborted' });
  expect([first.state, second.state]).toEqual([{ isCancelled: true }, { isCancelled: true }]);
  expect(getEventListeners(control.signal, 'abort')).toEqual([]);
});

test('a stream that fails is a SightlineError with its cause, and is not the service', async () => {
  const cause = new Error('the camera was unplugged');
  const stream = new ReadableStream<Uint8Array>({ pull: (control) => control.error(cause) });
  const error = await monitor.upload(stream).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SightlineError);
  expect(error).toMatchObject({ kind: 'refused', message: 'The picture cannot be read', cause });
});
