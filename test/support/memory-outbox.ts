import type { Entry } from '../../web/src/data/outbox/entry.ts';
import type { OutboxStore } from '../../web/src/data/outbox/outbox-store.ts';

const byAge = (one: Entry, other: Entry): number => one.at - other.at;

/** A browser's records of one person, which tabs of a test share. */
export function memoryOutbox(): OutboxStore {
  const kept = new Map<string, Entry>();
  const all = () => [...kept.values()].toSorted(byAge).map((each) => structuredClone(each));
  return {
    add: async (entries) => {
      for (const each of entries) kept.set(each.id, structuredClone(each));
    },
    read: async () => all(),
    change: async (which, work) => {
      const isIn = (each: Entry) => which === 'all' || each.id === which.id;
      const { put = [], gone = [] } = work(all().filter(isIn));
      for (const each of put) kept.set(each.id, structuredClone(each));
      for (const each of gone) kept.delete(each.id);
    },
  };
}
