/**
 * The client follows a job until it is over, however often the connection is cut.
 * @covers Contract 18 the client follows a job with its progress, and asks for its result by the same key
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
