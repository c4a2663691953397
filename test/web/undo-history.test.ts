/** The order in which changes, undos and redos of the console reach the service. */
import { expect, test } from '@jest/globals';
import { change, recordStep, redo, undo } from '../../web/src/app/undo-history.ts';
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
