/**
 * Judgements of one image reach the service one after another.
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 * @covers Contract 12: functions, the live database and sign-in away, an expired token (renewed, or the person signs in again and the decision is made once), images of a filter that cannot be counted (again, or at first), a missing picture, a slow network, what was entered (also where the sign-in ends), uploads (also offline), several changes of one image in their order, another person at the same browser
 */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ImageChange, ImageOutcome, ListedImage } from '../../client/src/curate/records.ts';
import { SightlineError } from '../../client/src/sightline-error.ts';
import type { Judgement } from '../../web/src/data/images/judgement.ts';
import { Store } from '../../web/src/data/live/store.ts';
import { Outbox } from '../../web/src/data/outbox/outbox.ts';
import { memoryOutbox } from '../support/memory-outbox.ts';

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

/** What the image is like now; null if nobody may see it. */
let found: ListedImage | null = null;
let box: Outbox;
jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ datasets: () => ({ images: { change } }), updateTags }),
}));
jest.unstable_mockModule('../../web/src/data/images/image-record.ts', () => ({
  readImage: async () => null,
}));
jest.unstable_mockModule('../../web/src/data/outbox/current.ts', () => ({ outbox: () => box }));
jest.unstable_mockModule('../../web/src/data/images/read-images.ts', () => ({
  readImages: async () => new Map(found && [['i', found]]),
}));
const { beginJudging } = await import('../../web/src/data/images/judge.ts');
const { saveAnnotations } = await import('../../web/src/data/images/annotation-records.ts');
const { sendEntry } = await import('../../web/src/data/outbox/send.ts');

let isOnline = true;
const nothing = () => {};
const newBox = (store = memoryOutbox()) =>
  new Outbox({
    store,
    channel: { postMessage: nothing, onmessage: null, close: nothing },
    alone: (work) => work(),
    send: sendEntry,
    isOnline: () => isOnline,
    isAway: new Store(false),
    isFinal: async () => true,
    nextChance: () => new Promise(nothing),
    onChanged: nothing,
  });
/** Makes a judgement and waits for the answer. */
const judge = (dataset: string, images: ListedImage[], judgement: Judgement) =>
  beginJudging(dataset, images, judgement).result;

beforeEach(() => {
  revision = 4;
  calls.length = 0;
  isOnline = true;
  found = null;
  box = newBox();
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
  const saved = saveAnnotations('d', 'i', [], 4);
  const accepted = judge('d', [image(4)], { decision: 'accept' });
  await answerAll();
  expect([await saved, (await accepted).done]).toEqual([5, 1]);
});

test('an undo before anything is sent sends nothing, and what follows is based on the same revision', async () => {
  isOnline = false;
  const { result, undo, redo } = beginJudging('d', [image(4)], { tag: 'one' });
  await (await undo()).result;
  expect(await result).toEqual({ done: 1, stale: 0 });
  box = newBox();
  isOnline = true;
  const again = await redo();
  await answerAll();
  expect([await again.result, calls]).toEqual([{ done: 1, stale: 0 }, [{ image: 'i', seen: 4, tag: 'one' }]]);
});

test('an undo of what is on its way follows it', async () => {
  const { result, undo } = beginJudging('d', [image(4)], { tag: 'one' });
  await idle();
  const { result: undone } = await undo();
  await answerAll();
  expect([await result, await undone]).toEqual([
    { done: 1, stale: 0 },
    { done: 1, stale: 0 },
  ]);
  expect(calls.at(-1)).toMatchObject({ image: 'i', seen: 5, tag: null });
});

test('what was made one after another is undone and redone step by step, each on what the other has left', async () => {
  const made = async (begun: Promise<{ result: Promise<unknown> }>) => {
    const { result } = await begun;
    await answerAll();
    expect(await result).toEqual({ done: 1, stale: 0 });
  };
  const first = beginJudging('d', [image(4)], { tag: 'one' });
  await made(Promise.resolve(first));
  const second = beginJudging('d', [{ ...image(5), tag: 'one' }], { tag: 'two' });
  await made(Promise.resolve(second));
  for (const step of [second.undo, first.undo, first.redo, second.redo, second.undo, first.undo])
    await made(step());
  expect(calls.map((each) => (each as ImageChange).tag)).toEqual([
    'one',
    'two',
    'one',
    null,
    'one',
    'two',
    'one',
    null,
  ]);
});

test('a step is undone also if the one below it is answered while that is being kept', async () => {
  const store = memoryOutbox();
  let settled: Promise<void> | undefined;
  box = newBox({
    ...store,
    // What is kept is read by others before its own caller knows.
    change: async (which, work) => {
      await store.change(which, work);
      if (which === 'all') await settled;
    },
  });
  const first = beginJudging('d', [image(4)], { tag: 'one' });
  await answerAll();
  const second = beginJudging('d', [{ ...image(5), tag: 'one' }], { tag: 'two' });
  await answerAll();
  const steps = [await second.undo()];
  await idle();
  let release = nothing;
  settled = new Promise((resolve) => {
    release = resolve;
  });
  await answerAll();
  settled = undefined;
  steps.push(await first.undo());
  await idle();
  release();
  await answerAll();
  expect(await Promise.all(steps.map(({ result }) => result))).toEqual([
    { done: 1, stale: 0 },
    { done: 1, stale: 0 },
  ]);
});

test('what somebody else has changed between two undone steps is left as it is', async () => {
  const first = beginJudging('d', [image(4)], { tag: 'one' });
  await answerAll();
  const second = beginJudging('d', [{ ...image(5), tag: 'one' }], { tag: 'two' });
  await answerAll();
  await second.undo();
  await answerAll();
  revision += 1;
  const { result } = await first.undo();
  await answerAll();
  expect(await result).toEqual({ done: 0, stale: 1 });
});

test('a redo that was not sent yet is undone, and made again after what is on its way', async () => {
  const { undo, redo } = beginJudging('d', [image(4)], { tag: 'one' });
  await idle();
  for (const step of [undo, redo, undo]) await step();
  await idle();
  const { result } = await redo();
  await answerAll();
  expect([await result, calls]).toMatchObject([
    { done: 1, stale: 0 },
    [{ seen: 4 }, { seen: 5 }, { seen: 6 }],
  ]);
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
  const undone = undo().then((begun) => begun.result);
  await answerAll();
  expect(await undone).toEqual({ done: 0, stale: 1 });
});

test('a step is undone and made again where what others have changed since was taken back', async () => {
  const { result, undo, redo } = beginJudging('d', [image(4)], { tag: 'one' });
  await answerAll();
  expect(await result).toMatchObject({ done: 1, stale: 0 });
  const states = [
    [undo, 'one'],
    [redo, null],
    [undo, 'one'],
  ] as const;
  for (const [step, tag] of states) {
    revision += 2;
    found = { ...image(revision), tag };
    const taken = step().then((begun) => begun.result);
    await answerAll();
    expect(await taken).toEqual({ done: 1, stale: 0 });
  }
  expect(calls.at(-1)).toEqual({ image: 'i', seen: revision - 1, tag: null });
  // Not where it has another class.
  revision += 1;
  found = { ...image(revision), tag: 'two' };
  const taken = redo().then((begun) => begun.result);
  await answerAll();
  expect(await taken).toEqual({ done: 0, stale: 1 });
});

test('an acceptance that changed no label and no set is undone and made again', async () => {
  const { result, undo, redo } = beginJudging('d', [image(4)], { decision: 'accept' });
  await answerAll();
  await result;
  const undone = undo().then((begun) => begun.result);
  await answerAll();
  expect(await undone).toEqual({ done: 1, stale: 0 });
  const again = redo().then((begun) => begun.result);
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
    const undone = undo().then((begun) => begun.result);
    await answerAll();
    expect(await undone).toEqual({ done: 1, stale: 0 });
    expect(calls).toEqual([
      { tags, seen: 5 },
      { image: 'i', seen: 6, set: 'TEST', decision: 'review', checked: false },
    ]);
    const again = redo().then((begun) => begun.result);
    await answerAll();
    expect(await again).toMatchObject({ done: 1, stale: 0 });
  });

  test('leaves an image that somebody else has changed since', async () => {
    const { undo } = await accept();
    revision += 1;
    const undone = undo().then((begun) => begun.result);
    await answerAll();
    expect(await undone).toEqual({ done: 0, stale: 1 });
    expect(revision).toBe(6);
  });
});
