/** Assigns a key to each class: its own, else the first free one. */
import type { Tag } from '../../data/records/tags.ts';
import type { Texts } from '../../text/en.ts';
import type { Action } from '../../ui/command.ts';
import { noteUse } from '../../ui/search/last-used.ts';

/** Digits first, because they are easy to find; then letters that are not a shortcut on any page. */
const FREE = '1234567890qwrtypsdfghjklvbm';

/** Whether a class may use this key: it is not a shortcut on any page. */
export const isFreeKey = (key: string): boolean => key.length === 1 && FREE.includes(key.toLowerCase());

/** Keys by tag id. When no free key is left, the remaining classes have none. */
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

export type ClassCommand = Action & { tag: Tag };

/** What chooses each of the classes. */
export const classCommands = (
  tags: readonly Tag[],
  keys: ReadonlyMap<string, string>,
  choose: (tag: string) => void,
  text: Texts,
): ClassCommand[] =>
  tags.map((tag) => {
    const key = keys.get(tag.id);
    return {
      ...{ tag, label: tag.name, color: tag.color },
      ...{ under: text.setClass, keys: key === undefined ? [] : [key] },
      run: () => {
        noteUse(tag.name);
        choose(tag.id);
      },
    };
  });
