import { counters } from '../../common/adapters/firestore/counters/counters.ts';
import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import type { Job } from '../../common/jobs/job.ts';
import { noteLogFields } from '../../common/log.ts';
import type { TagRecords, TagUses } from '../../common/records/tag-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { startMerge } from './merge-job.ts';

interface Input extends Target {
  tag: string;
  /** The tag that takes over the images; null: they become unlabelled; undefined: only a tag without images is deleted. */
  into: string | null | undefined;
}

/**
 * Deletes a tag, or merges it into another one (Contract 9: DELETE tag). From the first moment, frames that name it get the other tag;
 * its images follow by a job. If none was started, the `counters` function does it. A tag that was deleted as unused comes back if a
 * request that was running has given it to an image.
 * @returns the job; null where no image has the tag
 * @throws HttpError `dataset not found`, `forbidden`, `tag not found` (also for `into`), `tag in use`, `merges enough`, `jobs enough`
 */
export async function deleteTag({ tag, into, ...target }: Input): Promise<Job | null> {
  const dataset = await requireDataset(target, 'editor');
  const { id } = dataset;
  noteLogFields({ tag, ...(typeof into === 'string' && { into }) });
  if (!isId(tag)) throw new HttpError('tag not found', { id: tag });
  if (into === undefined) await requireUnused(id, tag, tagRecords);
  const begun = await tagRecords.beginMerge(id, tag, into);
  if (begun === null) throw new HttpError('tag not found', { id: tag });
  if (begun === 'into missing') throw new HttpError('tag not found', { id: into ?? '' });
  if (begun === 'too many') throw new HttpError('merges enough');
  const merge = { dataset: id, tag };
  if (into !== undefined && (await tagRecords.isUsed(merge))) return startMerge(dataset, tag, target.caller);
  const outcome = into === undefined ? await tagRecords.moveImages(merge) : 0;
  await counters.publish(id);
  if (outcome === 'in use') throw inUse(tag, await tagRecords.uses(id, tag));
  return null;
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
