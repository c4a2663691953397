import type { Bucket } from '@google-cloud/storage';
import { within } from '../within.ts';
import { strangeAnswer } from './strange-answer.ts';

/** Lists under way at once. */
const PARALLEL = 8;
/** Names to look up in one list at least: for fewer, one list after the other is fast enough. */
const SMALLEST_PART = 100;
/** Objects in one page of a list, the service's own limit. */
const PAGE = 1000;
/** Milliseconds for one page. */
const DEADLINE = 25_000;

/**
 * Sizes of many objects by few calls: lists, each beginning at the next name that is wanted. Names that stand together
 * come by the page, and names that are strewn cost one call each at the worst.
 */
export async function listSizes(bucket: Bucket, names: Iterable<string>): Promise<Map<string, number>> {
  const wanted = [...new Set(names)].sort(byBytes);
  const part = Math.max(SMALLEST_PART, Math.ceil(wanted.length / PARALLEL));
  const sizes = new Map<string, number>();
  const parts = Array.from({ length: Math.ceil(wanted.length / part) }, (_, index) =>
    wanted.slice(index * part, (index + 1) * part),
  );
  await Promise.all(parts.map((each) => listPart(bucket, each, sizes)));
  return sizes;
}

/** The service sorts names by their UTF-8 bytes, which is how strings compare but from U+D800 on. */
const byBytes = (a: string, b: string): number => {
  if (a === b) return 0;
  if (!HIGH.test(a) || !HIGH.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};

const HIGH = /[\ud800-\uffff]/;

async function listPart(bucket: Bucket, wanted: string[], sizes: Map<string, number>): Promise<void> {
  const isWanted = new Set(wanted);
  for (let at = 0; at < wanted.length; ) {
    const { items, isLast } = await listFrom(
      bucket,
      wanted[at] as string,
      Math.min(PAGE, wanted.length - at),
    );
    for (const { name, size } of items) if (isWanted.has(name)) sizes.set(name, size);
    const last = items.at(-1)?.name;
    if (isLast || last === undefined) return;
    do at += 1;
    while (at < wanted.length && byBytes(wanted[at] as string, last) <= 0);
  }
}

interface Page {
  items: { name: string; size: number }[];
  /** No object follows, wanted or not. */
  isLast: boolean;
}

async function listFrom(bucket: Bucket, startOffset: string, maxResults: number): Promise<Page> {
  const listing = bucket.getFiles({
    startOffset,
    maxResults,
    autoPaginate: false,
    fields: 'items(name,size)',
  });
  const [files, next, answer] = await within(DEADLINE, 'object list', listing);
  if (typeof answer !== 'object') throw strangeAnswer('object list');
  // With `fields` the client gives what the service answered, not its own File that its types promise.
  const items = files as unknown as { name: string; size: string }[];
  return { items: items.map(({ name, size }) => ({ name, size: Number(size) })), isLast: !next };
}
