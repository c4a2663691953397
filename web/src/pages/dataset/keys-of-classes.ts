/** One key for each class: its own, else the first that is free. Pure. */
import type { Tag } from '../../data/datasets.ts';

/** Digits first, where fingers find them; then letters that no page uses for something else. */
const FREE = '1234567890qwrtypsdfghjklvbm';

/** Whether a class may have it: no page uses it for something else. */
export const isFreeKey = (key: string): boolean => key.length === 1 && FREE.includes(key.toLowerCase());

/** Key by tag id. Classes past the last free key have none. */
export function keysOfClasses(tags: readonly Pick<Tag, 'id' | 'key'>[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, key } of tags) {
    const own = key.toLowerCase();
    if (own.length !== 1 || taken.has(own)) continue;
    keys.set(id, own);
    taken.add(own);
  }
  const free = [...FREE].filter((key) => !taken.has(key));
  for (const { id } of tags) {
    if (keys.has(id)) continue;
    const next = free.shift();
    if (next !== undefined) keys.set(id, next);
  }
  return keys;
}
