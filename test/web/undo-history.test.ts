/**
 * The order in which changes, undos and redos of the console reach the service.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { afterEach, describe, expect, test } from '@jest/globals';
import { notices } from '../../web/src/app/state/toasts.ts';
import { change, recordStep, redo, stepOfImages, undo } from '../../web/src/app/state/undo-history.ts';
import { en } from '../../web/src/text/en.ts';

/** A service that answers when it is told to, and writes down what it was asked. */
class Slow {
  readonly asked: string[] = [];
  readonly #waiting: (() => void)[] = [];

  ask = (what: string) => (): Promise<void> => {
    this.asked.push(what);
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  /** Answers the oldest request, and lets follow what waited for it. */
  async answer(): Promise<void> {
    this.#waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const idle = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  for (const { key } of notices.visibleToasts) notices.close(key);
});

test('undos and redos run one after another, and a change that follows them waits', async () => {
  const service = new Slow();
  for (const label of ['one', 'two'])
    recordStep({ label, undo: service.ask(`undo ${label}`), redo: service.ask(`redo ${label}`) }, en);
  const all = [undo(en), undo(en), redo(en), change(service.ask('three'))];
  const expected = ['undo two', 'undo one', 'redo one', 'three'];
  for (let count = 1; count <= expected.length; count += 1) {
    await idle();
    expect(service.asked).toEqual(expected.slice(0, count));
    await service.answer();
  }
  await Promise.all(all);
});

test('an undo waits for a change that is on its way, and undoes that one', async () => {
  const service = new Slow();
  const made = change(async () => {
    await service.ask('role')();
    recordStep({ label: 'role', undo: service.ask('role back'), redo: service.ask('role') }, en);
  });
  const undone = undo(en);
  await idle();
  expect(service.asked).toEqual(['role']);
  await service.answer();
  expect(service.asked).toEqual(['role', 'role back']);
  await service.answer();
  await Promise.all([made, undone]);
});

test('an undo that failed holds up nothing', async () => {
  const service = new Slow();
  const refused = () => Promise.reject(new Error('refused'));
  recordStep({ label: 'refused', undo: refused, redo: refused }, en);
  const all = [undo(en), change(service.ask('next'))];
  await idle();
  expect(service.asked).toEqual(['next']);
  await service.answer();
  await Promise.all(all);
});

/** The messages of the notices that are shown, and the buttons in them. */
const shown = () => notices.visibleToasts.map(({ content }) => content);
const messages = () => shown().map(({ message }) => message);

describe('notices', () => {
  test('only the newest step has an Undo button, and it undoes no other', async () => {
    const service = new Slow();
    for (const label of ['older', 'newer'])
      recordStep({ label, undo: service.ask(`undo ${label}`), redo: service.ask(`redo ${label}`) }, en);
    expect(messages()).toEqual(['newer']);
    const [notice] = shown();
    // Both clicks come before the first is answered.
    notice?.action?.run();
    notice?.action?.run();
    await idle();
    await service.answer();
    await service.answer();
    expect(service.asked).toEqual(['undo newer']);
    expect(messages()).toEqual([]);
  });

  const images = (label: string, ...outcomes: { done: number; stale: number }[]) => {
    const next = async () => ({ result: Promise.resolve(outcomes.shift() ?? { done: 0, stale: 0 }) });
    return stepOfImages(label, next, next, en);
  };

  test('an undo and a redo tell how many images have changed since', async () => {
    recordStep(images('moved', { done: 2, stale: 1 }, { done: 1, stale: 2 }), en);
    await undo(en);
    expect(messages()).toEqual(['Skipped 1 image: changed in the meantime']);
    await redo(en);
    await idle();
    expect(messages()[0]).toBe('Skipped 2 images: changed in the meantime');
  });

  test('a step of which nothing can be undone leaves the history', async () => {
    const service = new Slow();
    recordStep({ label: 'before', undo: service.ask('undo before'), redo: service.ask('redo before') }, en);
    recordStep(images('moved', { done: 0, stale: 3 }), en);
    await undo(en);
    expect(messages()).toEqual(['Skipped 3 images: changed in the meantime']);
    await redo(en);
    const undone = undo(en);
    await idle();
    await service.answer();
    await undone;
    expect(service.asked).toEqual(['undo before']);
  });
});
