import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { isId } from '../../common/ids.ts';
import type { ImageOutcome } from '../../common/images/curate-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { purgeImage } from './purge-image.ts';

/** Images that go at once. */
const PARALLEL = 8;

/**
 * Deletes rejected images for good before their 7 days are over (Contract 9: DELETE trash). What is not in the trash stays as it is.
 * @returns one outcome an image, in their order: `not found` also for one that is gone already
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function deleteTrashed(input: Target & { images: readonly string[] }): Promise<ImageOutcome[]> {
  const { id } = await requireDataset(input, 'editor');
  const wanted = [...new Set(input.images)].filter(isId);
  const gone = new Set<string>();
  await inParallel(await trash.find(id, wanted), PARALLEL, async (trashed) => {
    if (await purgeImage(trashed)) gone.add(trashed.record.id);
  });
  noteLogFields({ images: input.images.length, deleted: gone.size });
  return input.images.map((image) => ({
    image,
    outcome: gone.has(image) ? 'done' : 'not found',
    revision: 0,
  }));
}
