/** The list of a key, created if missing: for maps that collect lists. */
export function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
