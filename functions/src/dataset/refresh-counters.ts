import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { requireDataset, type Target } from './require-dataset.ts';

/**
 * Counts images and annotations again from the image records (Spec 4.1, Contract 4), and publishes the totals on the
 * dataset, its tag documents and its list of tags.
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function refreshCounters(input: Target): Promise<void> {
  const { id } = await requireDataset(input, 'editor');
  await counters.recount(id);
}
