import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Counters, Datasets } from '../../common/ports.ts';
import type { TagRecords, TagUses } from '../../common/records/tag-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

interface Ports {
  counters: Counters;
  datasets: Datasets;
  tagRecords: TagRecords;
}

interface Input extends Target {
  tag: string;
  /** The tag that takes over the images; null: they become unlabelled; undefined: only a tag without images is deleted. */
  into: string | null | undefined;
}

/**
 * Deletes a tag, or merges it into another one (Contract 9: DELETE tag). From the first moment, frames that name it get the other tag;
 * its images follow in pages. A call that is interrupted is completed by the next attempt, or by the `counters` function. A tag
 * that was deleted as unused comes back if a request that was running has given it to an image.
 * @throws HttpError `dataset not found`, `forbidden`, `tag not found` (also for `into`), `tag in use`, `merges enough`
 */
export async function deleteTag({ tag, into, ...target }: Input, ports: Ports): Promise<void> {
  const { counters, datasets, tagRecords } = ports;
  const { id: dataset } = await requireDataset(target, 'editor', datasets);
  noteLogFields({ tag, ...(typeof into === 'string' && { into }) });
  if (!isId(tag)) throw new HttpError('tag not found', { id: tag });
  if (into === undefined) await requireUnused(dataset, tag, tagRecords);
  const begun = await tagRecords.beginMerge(dataset, tag, into);
  if (begun === null) throw new HttpError('tag not found', { id: tag });
  if (begun === 'into missing') throw new HttpError('tag not found', { id: into ?? '' });
  if (begun === 'too many') throw new HttpError('merges enough');
  let outcome: Awaited<ReturnType<TagRecords['moveImages']>>;
  do outcome = await tagRecords.moveImages({ dataset, tag });
  while (outcome === 'moved');
  await counters.publish(dataset);
  if (outcome === 'in use') throw inUse(tag, await tagRecords.uses(dataset, tag));
}

async function requireUnused(dataset: string, tag: string, tagRecords: TagRecords): Promise<void> {
  const uses = await tagRecords.uses(dataset, tag);
  if (uses.images + uses.trashed > 0) throw inUse(tag, uses);
}

function inUse(tag: string, { images, annotations, trashed }: TagUses): HttpError {
  const inTrash = trashed === 0 ? '' : `, ${trashed} in the trash`;
  return new HttpError('tag in use', {
    id: tag,
    reason: `${images} images, ${annotations} annotations${inTrash}`,
  });
}
