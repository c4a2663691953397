/**
 * Restores from the trash can be undone and redone, of what nobody has changed since.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { expect, jest, test } from '@jest/globals';
import type { ImageChange, ImageOutcome } from '../../client/src/curate/records.ts';

const outcomeOf = (
  image: string,
  revision: number,
  outcome: ImageOutcome['outcome'] = 'done',
): ImageOutcome => ({
  image,
  outcome,
  revision,
});
/** Images that somebody changes after they were restored. */
const changed = new Set<string>();
const rejected: ImageChange[] = [];
const change = async (changes: readonly ImageChange[]) => {
  rejected.push(...changes);
  return changes.map(({ image }) =>
    changed.has(image) ? outcomeOf(image, 9, 'stale') : outcomeOf(image, 3),
  );
};
jest.unstable_mockModule('../../web/src/data/service.ts', () => ({
  service: () => ({ datasets: () => ({ images: { change } }) }),
}));
const { beginRestoring } = await import('../../web/src/data/trash.ts');

test('an undo rejects what was restored and has not changed since, and a redo restores only that', async () => {
  const restored: string[][] = [];
  const takeOut = async (ids: readonly string[]) => {
    restored.push([...ids]);
    return ids.map((id) => (id === 'gone' ? outcomeOf(id, 0, 'not found') : outcomeOf(id, 2)));
  };
  const { result, undo, redo } = await beginRestoring('d', ['one', 'two', 'gone'], takeOut);
  expect(result).toEqual({ done: 2, stale: 1 });
  changed.add('two');
  expect(await undo()).toEqual({ done: 1, stale: 1 });
  expect(rejected).toEqual(['one', 'two'].map((image) => ({ image, seen: 2, decision: 'reject' })));
  expect(await redo()).toEqual({ done: 1, stale: 0 });
  expect(restored).toEqual([['one', 'two', 'gone'], ['one']]);
});
