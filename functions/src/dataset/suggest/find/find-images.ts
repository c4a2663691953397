import { requireDataset, type Target } from '../../require-dataset.ts';
import { requireLooked, suggesting } from '../require-suggest.ts';
import type { FindPorts } from './finding.ts';
import { ORDERS, type Said } from './orders.ts';
import { type FoundPage, pageOf, placeAfter } from './page-of.ts';
import type { FindQuery } from './schema.ts';

interface Input extends Target {
  query: FindQuery;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Images that somebody should look at, first those that need it most (Contract 15). Those that are gone, or whose label has changed
 * meanwhile, are left out.
 * @throws HttpError `dataset not found`, `tag not found`, `suggest refused`
 */
export async function findImages(
  { query: { kind, good, limit, after }, signal, ...target }: Input,
  ports: FindPorts,
): Promise<FoundPage<Said>> {
  const dataset = await requireDataset(target, 'viewer', ports.datasets);
  const { parts } = requireLooked(dataset);
  const finding = { dataset, parts, good, reading: { objects: ports.objects, signal }, ports };
  const order = await suggesting(() => ORDERS[kind](finding), signal);
  const page = { dataset: dataset.id, from: placeAfter(order.ranked, after), limit };
  return pageOf(page, order, ports.imageLists);
}
