/**
 * The link and the queue of a browser that is a camera.
 * @covers Contract 19 a browser as a camera: the key is in the fragment, each picture is kept until it is stored, refusals wait for a person
 */
import { expect, test } from '@jest/globals';
import { SightlineError } from '../../client/src/sightline-error.ts';
import { captureLink, readLink } from '../../web/src/data/capture/link.ts';
import { CaptureQueue, type Taken } from '../../web/src/data/capture/queue.ts';
import { eventually } from '../support/factory.ts';

const camera = { monitor: 'line 1', key: 'k' };

test('the key is in the part of the link that no server gets', () => {
  const link = captureLink('https://example.com', camera);
  expect(new URL(link)).toMatchObject({ pathname: '/capture', search: '' });
  expect(readLink(new URL(link).hash)).toEqual(camera);
  for (const hash of ['', '#monitor=a', '#key=a']) expect(readLink(hash)).toBeNull();
});

/** @param answer undefined: stored */
function queueOf(answer: (taken: Taken) => unknown) {
  const kept = new Map<number, Taken>();
  const sent: number[] = [];
  const chances: (() => void)[] = [];
  const queue = new CaptureQueue({
    store: {
      add: async (taken) => kept.set(taken.at, taken),
      read: async () => [...kept.values()].sort((a, b) => a.at - b.at),
      remove: async ({ at }) => kept.delete(at),
    },
    alone: (work) => work(),
    send: async (taken) => {
      sent.push(taken.at);
      const error = answer(taken);
      if (error) throw error;
    },
    isAway: (error) => (error as SightlineError).kind === 'unreachable',
    nextChance: () => new Promise((resolve) => chances.push(resolve)),
  });
  const take = (at: number) => queue.add({ ...camera, at, session: 's', picture: new Blob() });
  return { queue, kept, sent, chances, take };
}

const refused = (status: number) => new SightlineError('no', { kind: 'refused', status });

test('pictures are sent in order, and forgotten when they are stored; without a connection they wait', async () => {
  let isAway = true;
  const { queue, kept, sent, chances, take } = queueOf(() =>
    isAway ? new SightlineError('away', { kind: 'unreachable' }) : undefined,
  );
  await take(1);
  await take(2);
  await eventually(() => expect(chances).toHaveLength(1));
  expect(queue.state.get()).toMatchObject({ sent: 0, trouble: { kind: 'away' } });
  expect(kept.size).toBe(2);
  isAway = false;
  chances[0]!();
  await eventually(() => expect(kept.size).toBe(0));
  expect(sent).toEqual([1, 1, 2]);
  expect(queue.state.get()).toEqual({ waiting: 0, sent: 2, trouble: null });
});

test.each([
  [401, 'keyEnded'],
  [404, 'noCamera'],
  [409, 'notAdmitted'],
  [400, 'refused'],
])('%s keeps the pictures, says why, and sends again when somebody asks for it', async (status, kind) => {
  let isRefused = true;
  const { queue, kept, sent, take } = queueOf(() => (isRefused ? refused(status) : undefined));
  await take(1);
  await eventually(() => expect(queue.state.get().trouble?.kind).toBe(kind));
  await take(2);
  expect(kept.size).toBe(2);
  expect(sent).toEqual([1]);
  isRefused = false;
  await eventually(() => {
    queue.wake();
    expect(kept.size).toBe(0);
  });
});
