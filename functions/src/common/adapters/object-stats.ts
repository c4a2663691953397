import { byteOrder } from '../../../../packages/records/src/byte-order.ts';
import { chunks } from '../chunks.ts';
import { inParallel } from '../concurrency/in-parallel.ts';
import type { ObjectStat } from '../ports.ts';
import { listPage, PAGE } from './object-list.ts';

/** Concurrent lists. */
const PARALLEL = 8;
/** The fewest names for one list: for fewer names, sequential lists are fast enough. */
const SMALLEST_PART = 100;

/**
 * Sizes and generations of many objects with few calls: lists that each begin at the next wanted name. Neighbouring names share a page;
 * names that are far apart cost one call each at worst.
 */
export async function listStats(names: Iterable<string>): Promise<Map<string, ObjectStat>> {
  const wanted = [...new Set(names)].sort(byteOrder);
  const part = Math.max(SMALLEST_PART, Math.ceil(wanted.length / PARALLEL));
  const stats = new Map<string, ObjectStat>();
  await inParallel(chunks(wanted, part), PARALLEL, (each) => listPart(each, stats));
  return stats;
}

async function listPart(wanted: string[], stats: Map<string, ObjectStat>): Promise<void> {
  const isWanted = new Set(wanted);
  for (let at = 0; at < wanted.length; ) {
    const startOffset = wanted[at] as string;
    const { items, next } = await listPage({ startOffset, maxResults: Math.min(PAGE, wanted.length - at) });
    for (const { name, size, generation } of items)
      if (isWanted.has(name)) stats.set(name, { size, generation });
    const last = items.at(-1)?.name;
    if (next === null || last === undefined) return;
    do at += 1;
    while (at < wanted.length && byteOrder(wanted[at] as string, last) <= 0);
  }
}
