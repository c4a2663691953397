/**
 * The client follows a job until it is over, however often the connection is cut.
 * @covers Contract 18 the client follows a job with its progress, and asks for its result by the same key; an export's, by the same call
 */
import { expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';

const job = (more: object) => ({ number: 7, kind: 'version', state: 'running', endedAt: null, ...more });
const success = (more: object) => ({ error: false, status: 'success', ...more });

test('a version that takes long: its job is followed, and the same key gets what it has made', async () => {
  const asked: [method: string, path: string, key: string | null][] = [];
  const answers: (() => Response)[] = [
    () => Response.json(success({ job: job({ done: 0 }) }), { status: 202 }),
    () => Response.json(success({ job: job({ done: 5 }) })),
    () => {
      throw new TypeError('fetch failed');
    },
    () => Response.json(success({ job: job({ state: 'done', done: 9, endedAt: 1 }) })),
    () => Response.json(success({ number: 3, hash: 'h', counts: {} })),
  ];
  const service = new Sightline({
    baseUrl: 'http://service',
    retry: { base: 1, limit: 1 },
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      asked.push([
        init?.method ?? 'GET',
        pathname + search,
        new Headers(init?.headers).get('idempotency-key'),
      ]);
      return (answers.shift() as () => Response)();
    },
  });
  const seen: number[] = [];
  const made = await service
    .datasets('bolts')
    .versions.make({ name: 'long' }, { key: 'once', onProgress: ({ done }) => seen.push(done) });
  expect(made).toMatchObject({ number: 3, hash: 'h' });
  expect(seen).toEqual([0, 5, 9]);
  const follow = ['GET', '/dataset/bolts/job/7?wait=20', null];
  const make = ['POST', '/dataset/bolts/version?wait=20', 'once'];
  expect(asked).toEqual([make, follow, follow, follow, make]);
});

test('a large export: its job is followed, then the same call has the file; one that has failed is not begun again', async () => {
  const asked: string[] = [];
  const export202 = () => Response.json(success({ job: job({ kind: 'export' }) }), { status: 202 });
  const over = (more: object) => () => Response.json(success({ job: job({ ...more, endedAt: 1 }) }));
  let answers = [
    export202,
    over({ state: 'done' }),
    () => Response.json(success({ result: 'http://storage/file', notes: [] })),
    () => new Response('bytes', { headers: { 'content-disposition': 'attachment; filename="a.zip"' } }),
  ];
  const service = new Sightline({
    baseUrl: 'http://service',
    fetch: async (input) => {
      asked.push(new URL(String(input)).pathname);
      return (answers.shift() as () => Response)();
    },
  });
  const { versions } = service.datasets('bolts');
  const states: string[] = [];
  const options = { onProgress: ({ state }: { state: string }) => states.push(state) };
  const { fileName, stream } = await versions.export(3, 'yolo', {}, options);
  expect([fileName, await new Response(stream).text()]).toEqual(['a.zip', 'bytes']);
  expect(states).toEqual(['running', 'done']);
  const path = '/dataset/bolts/version/3/export';
  expect(asked).toEqual([path, '/dataset/bolts/job/7', path, '/file']);
  for (const [state, reason, said] of [
    ['failed', 'Archive too large', 'Archive too large'],
    ['cancelled', '', 'The job was cancelled'],
  ]) {
    answers = [export202, over({ state, reason })];
    await expect(versions.export(3, 'yolo')).rejects.toMatchObject({ kind: 'refused', message: said });
  }
});
