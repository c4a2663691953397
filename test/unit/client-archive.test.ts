/**
 * When `@sightline/client` gives up sending an archive, with a simulated clock.
 * @covers The client: archives, downloads, pictures and retries, by a simulated clock
 */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Sightline, SightlineError } from '../../client/src/index.ts';

const PIECE = 8 * 1024 * 1024;
const MINUTE = 60_000;
const UPLOAD = 'https://storage.example/upload?upload_id=secret';
/** Requests after which a test's upload counts as one without end: the next is not answered. */
const ENDLESS = 200;

/** `from`: the first byte of a piece; null for a query. */
interface Asked {
  from: number | null;
  at: number;
  signal: AbortSignal | null;
}
let asked: Asked[];

beforeEach(() => {
  jest.useFakeTimers();
  asked = [];
});
afterEach(() => {
  jest.useRealTimers();
});

const incomplete = (arrived: number): Response =>
  new Response(null, { status: 308, headers: arrived === 0 ? {} : { range: `bytes=0-${arrived - 1}` } });
const hang = ({ signal }: Asked): Promise<Response> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

/** @param answer to each request of the upload */
function importsWith(answer: (request: Asked) => Response | Promise<Response>) {
  const fetch = async (address: unknown, init: RequestInit = {}): Promise<Response> => {
    if (address !== UPLOAD)
      return new Response(JSON.stringify({ error: false, status: 'success', id: 'i', upload: UPLOAD }));
    const range = new Headers(init.headers).get('content-range') ?? '';
    const from = /^bytes (\d+)-/.exec(range)?.[1];
    const request = {
      from: from === undefined ? null : Number(from),
      at: performance.now(),
      signal: init.signal ?? null,
    };
    asked.push(request);
    return asked.length > ENDLESS ? hang(request) : answer(request);
  };
  return new Sightline({ baseUrl: 'http://x', fetch: fetch as typeof globalThis.fetch }).datasets('d')
    .imports;
}

/** How the work has ended after some minutes; `undefined` if it has not. */
async function endOf(work: Promise<unknown>, minutes = 10): Promise<unknown> {
  let end: unknown;
  work.then(
    (value = 'sent') => {
      end = value;
    },
    (error) => {
      end = error;
    },
  );
  // Reading a blob takes turns of the event loop that no clock counts.
  for (let second = 0; second < minutes * 60 && end === undefined; second += 1) {
    await jest.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) =>
      jest.requireActual<typeof import('node:timers')>('node:timers').setImmediate(resolve),
    );
  }
  return end;
}

const bytes = (pieces: number) => new Uint8Array(pieces * PIECE);
const pieces = () => asked.filter(({ from }) => from !== null);

test('pieces that fail while queries work are tried as often as any call', async () => {
  const imports = importsWith(({ from }) => {
    if (from === null) return incomplete(0);
    throw new TypeError('the proxy cuts bodies');
  });
  expect(await endOf(imports.send(UPLOAD, bytes(1)))).toMatchObject({ kind: 'unreachable' });
  expect(pieces()).toHaveLength(8);
});

test('a piece after which nothing more has arrived counts as a failure, with a pause', async () => {
  const imports = importsWith(() => incomplete(PIECE));
  const error = await endOf(imports.send(UPLOAD, bytes(2)));
  expect(error).toMatchObject({ name: 'SightlineError', kind: 'unexpected', status: 308 });
  expect(pieces().map(({ from }) => from)).toEqual(Array(8).fill(PIECE));
  expect(pieces().at(-1)!.at - asked[0]!.at).toBeGreaterThan(10_000);
});

test('only what has arrived beyond the most so far ends a row of failures', async () => {
  // Seven failures, some bytes, and again: an upload of a poor connection goes on as long as it moves.
  let arrived = 0;
  let failures = 0;
  const imports = importsWith(({ from }) => {
    if (from === null) return incomplete(arrived);
    failures += 1;
    if (failures % 7 === 0) arrived += PIECE / 2;
    if (arrived >= 2 * PIECE) return new Response('{}');
    throw new TypeError('broken');
  });
  expect(await endOf(imports.send(UPLOAD, bytes(2)))).toBe('sent');
  expect(failures).toBe(28);

  asked = [];
  // It loses and gains the same bytes again and again.
  let isBack = false;
  const swinging = importsWith(({ from }) => {
    isBack = !isBack;
    return incomplete(from === null || isBack ? PIECE / 2 : PIECE);
  });
  expect(await endOf(swinging.send(UPLOAD, bytes(2)))).toMatchObject({ status: 308 });
});

test('the deadline ends an upload that moves slowly, and one whose service is silent', async () => {
  const slow = importsWith(async ({ from }) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return incomplete((from ?? -1) + 1);
  });
  expect(await endOf(slow.upload(bytes(1), { deadline: MINUTE }), 2)).toMatchObject({ kind: 'late' });
  expect(asked.length).toBeLessThan(40);

  const silent = importsWith((request) => (request.from === null ? incomplete(0) : hang(request)));
  expect(await endOf(silent.send(UPLOAD, bytes(1), { deadline: MINUTE }), 2)).toMatchObject({ kind: 'late' });
});

test('a piece that is never answered is given up, and sent again from what has arrived', async () => {
  let isFirst = true;
  const imports = importsWith((request) => {
    if (request.from === null) return incomplete(isFirst ? 0 : 1024);
    if (!isFirst) return new Response('{}');
    isFirst = false;
    return hang(request);
  });
  expect(await endOf(imports.send(UPLOAD, bytes(1)))).toBe('sent');
  expect(asked.map(({ from }) => from)).toEqual([null, 0, null, 1024]);
});

test('a file that cannot be read any more is not tried again', async () => {
  const changed = new Blob(['archive']);
  changed.slice = () => {
    const part = new Blob(['archive']);
    part.arrayBuffer = () => Promise.reject(new DOMException('The file has changed', 'NotReadableError'));
    part.stream = () => new ReadableStream({ pull: (control) => control.error(new Error('changed')) });
    return part;
  };
  // As of fetch, which reads the body.
  const imports = importsWith(({ from }) => {
    if (from === null) return incomplete(0);
    throw new TypeError('Failed to fetch');
  });
  const error = await endOf(imports.send(UPLOAD, changed));
  expect(error).toBeInstanceOf(SightlineError);
  expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining('cannot be read') });
});

test('an error of `onProgress` is thrown, and not taken for one of the network', async () => {
  const imports = importsWith(() => incomplete(0));
  const broken = () => {
    throw new RangeError('the page has a mistake');
  };
  expect(await endOf(imports.send(UPLOAD, bytes(1), { onProgress: broken }))).toBeInstanceOf(RangeError);
});
