/**
 * Judgements of one image reach the service one after another.
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ImageChange, ImageOutcome, ListedImage } from '../../client/src/curate/records.ts';
import { SightlineError } from '../../client/src/sightline-error.ts';

/** A service that answers when it is told to, and refuses a revision that is not the image's. */
let revision = 4;
const waiting: (() => void)[] = [];
/** What was saved, and asked of the service after it. */
const calls: unknown[] = [];
const change = (changes: readonly ImageChange[]): Promise<ImageOutcome[]> => {
  calls.push(...changes);
  const isStale = changes[0]?.seen !== revision;
  const isNothing = Object.keys(changes[0] ?? {}).every((key) => key === 'image' || key === 'seen');
  return new Promise((resolve) =>
    waiting.push(() => {
      if (!isStale && !isNothing) revision += 1;
      resolve([{ image: 'i', outcome: isStale ? 'stale' : isNothing ? 'invalid' : 'done', revision }]);
    }),
  );
};

const updateTags = async ({ tags, seen }: { tags: unknown; seen: number }): Promise<void> => {
  calls.push({ tags, seen });
  if (seen !== revision) throw new SightlineError('Image changed', { kind: 'refused', status: 409 });
  revision += 1;
};

jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ datasets: () => ({ images: { change } }), monitors: () => ({ updateTags }) }),
}));
jest.unstable_mockModule('../../web/src/data/persist.ts', () => ({
  untilAnswered: (work: () => Promise<unknown>) => work(),
}));
jest.unstable_mockModule('../../web/src/data/images/read-images.ts', () => ({
  readImages: async () => new Map(),
}));
const { beginJudging, judge } = await import('../../web/src/data/images/judge.ts');
const { afterEarlier } = await import('../../web/src/data/live/after-earlier.ts');

beforeEach(() => {
  revision = 4;
  calls.length = 0;
});

const idle = () => new Promise((resolve) => setImmediate(resolve));
async function answerAll(): Promise<void> {
  for (await idle(); waiting.length > 0; await idle()) for (const answer of waiting.splice(0)) answer();
}

const image = (seen: number) =>
  ({
    id: 'i',
    tag: null,
    tags: [],
    masks: [],
    checked: true,
    set: 'TRAIN',
    revision: seen,
  }) as unknown as ListedImage;

test.each([
  ['as it was before the first', 4],
  ['as the first leaves it', 5],
])('the second of two quick judgements holds, whether it was made of the image %s', async (_, seen) => {
  const both = [judge('d', [image(4)], { tag: 'one' }), judge('d', [image(seen)], { tag: 'two' })];
  await answerAll();
  expect((await Promise.all(both)).map(({ done, stale }) => [done, stale])).toEqual([
    [1, 0],
    [1, 0],
  ]);
});

test('a judgement waits for annotations that are being saved, and has their revision', async () => {
  const save = async () =>
    ((await change([{ image: 'i', seen: 4, tag: 'one' }]))[0] as ImageOutcome).revision;
  const saved = afterEarlier(['i'], save, (made) => [['i', made]]);
  const accepted = judge('d', [image(4)], { decision: 'accept' });
  await answerAll();
  expect([await saved, (await accepted).done]).toEqual([5, 1]);
});

test('what somebody else has changed stays refused', async () => {
  const stale = judge('d', [image(3)], { tag: 'one' });
  await answerAll();
  expect(await stale).toMatchObject({ done: 0, stale: 1 });
});

test('an undo tells that the image has changed since, and leaves it', async () => {
  const { result, undo } = beginJudging('d', [image(4)], { tag: 'one' });
  await answerAll();
  expect(await result).toMatchObject({ done: 1, stale: 0 });
  revision += 1;
  const undone = undo();
  await answerAll();
  expect(await undone).toEqual({ done: 0, stale: 1 });
});

test('an acceptance that changed no label and no set is undone and made again', async () => {
  const { result, undo, redo } = beginJudging('d', [image(4)], { decision: 'accept' });
  await answerAll();
  await result;
  const undone = undo();
  await answerAll();
  expect(await undone).toEqual({ done: 1, stale: 0 });
  const again = redo();
  await answerAll();
  expect(await again).toMatchObject({ done: 1, stale: 0 });
});

describe('the undo of accepting what a model said', () => {
  const box = { type: 'rect', tag: 'bolt', x: 0.1, y: 0.1, w: 0.2, h: 0.2 };
  const tags = [
    { ...box, labeled: 'inference' },
    { ...box, labeled: 'manual' },
  ];
  const said = { ...image(4), tags, checked: false, set: 'REVIEW', setBefore: 'TEST' } as ListedImage;
  const accept = async () => {
    const judging = beginJudging('d', [said], { decision: 'accept' });
    await answerAll();
    await judging.result;
    calls.length = 0;
    return judging;
  };

  test('gives the annotations back as they were, unchecked and in review; and it is accepted again', async () => {
    const { undo, redo } = await accept();
    const undone = undo();
    await answerAll();
    expect(await undone).toEqual({ done: 1, stale: 0 });
    expect(calls).toEqual([
      { tags, seen: 5 },
      { image: 'i', seen: 6, set: 'TEST', decision: 'review', checked: false },
    ]);
    const again = redo();
    await answerAll();
    expect(await again).toMatchObject({ done: 1, stale: 0 });
  });

  test('leaves an image that somebody else has changed since', async () => {
    const { undo } = await accept();
    revision += 1;
    const undone = undo();
    await answerAll();
    expect(await undone).toEqual({ done: 0, stale: 1 });
    expect(revision).toBe(6);
  });
});
