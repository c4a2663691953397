import { LRUCache } from 'lru-cache';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { requireDataset, type Target } from '../../require-dataset.ts';
import { requireLooked, suggesting } from '../require-suggest.ts';
import type { FindQuery } from './find-request.ts';
import type { Finding } from './finding.ts';
import { ORDERS, type Said } from './orders.ts';
import { type FoundPage, type Order, pageOf, placeAfter } from './page-of.ts';

interface Input extends Target {
  query: FindQuery;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** These follow from the pictures alone, whatever their labels are. */
const OF_PICTURES: ReadonlySet<FindQuery['kind']> = new Set(['outliers', 'duplicates']);

/** Images and groups, of some 200 bytes each. */
const MOST_KEPT = 200_000;

/**
 * By the vectors that they were made from: the next page need not be found again, which took 36 s for 100,000 outliers. An order that
 * depends on labels is that of its first page: each image is shown with those of now, and left out where it does not belong there.
 */
const kept = new LRUCache<string, Order<Said>>({
  maxSize: MOST_KEPT,
  sizeCalculation: ({ ranked }) => 1 + ranked.length,
});

/**
 * Images that somebody should look at, first those that need it most (Contract 15). Those that are gone, or whose label has changed
 * meanwhile, are left out.
 * @throws HttpError `dataset not found`, `tag not found`, `suggest refused`
 */
export async function findImages({
  query: { kind, good, limit, after },
  signal,
  ...target
}: Input): Promise<FoundPage<Said>> {
  const dataset = await requireDataset(target, 'viewer');
  const { parts } = requireLooked(dataset);
  const finding = { dataset, parts, good, reading: { objects, signal } };
  const order = await orderOf(kind, finding, after === null);
  const page = { dataset: dataset.id, from: placeAfter(order.ranked, after), limit };
  return pageOf(page, order, imageLists);
}

async function orderOf(kind: FindQuery['kind'], finding: Finding, isFirst: boolean): Promise<Order<Said>> {
  const { dataset, parts, good = null } = finding;
  const key = JSON.stringify([kind, good, dataset.id, parts]);
  const known = kept.get(key);
  if (known && (OF_PICTURES.has(kind) || !isFirst)) return known;
  const order = await suggesting(() => ORDERS[kind](finding), dataset, finding.reading.signal);
  kept.set(key, order);
  return order;
}
