import { inParallel } from '../../common/concurrency/in-parallel.ts';
import { isId } from '../../common/ids.ts';
import type { ImageOutcome, Trash } from '../../common/images/curate-ports.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets, Objects } from '../../common/ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { purgeImage } from './purge-image.ts';

interface Ports {
  datasets: Datasets;
  objects: Objects;
  trash: Trash;
}

/** Images that go at once. */
const PARALLEL = 8;

/**
 * Deletes rejected images for good before their 7 days are over (Contract 9: DELETE trash). What is not in the trash stays as it is.
 * @returns one outcome an image, in their order: `not found` also for one that is gone already
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function deleteTrashed(
  input: Target & { images: readonly string[] },
  ports: Ports,
): Promise<ImageOutcome[]> {
  const { id } = await requireDataset(input, 'editor', ports.datasets);
  const wanted = [...new Set(input.images)].filter(isId);
  const gone = new Set<string>();
  await inParallel(await ports.trash.find(id, wanted), PARALLEL, async (trashed) => {
    if (await purgeImage(trashed, ports)) gone.add(trashed.record.id);
  });
  noteLogFields({ images: input.images.length, deleted: gone.size });
  return input.images.map((image) => ({
    image,
    outcome: gone.has(image) ? 'done' : 'not found',
    revision: 0,
  }));
}
