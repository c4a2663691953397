import type { Annotation } from '../../../packages/records/src/image.ts';
import type { Caller } from '../common/access/caller.ts';
import { judge, permit } from '../common/access/permit.ts';
import { permitTarget, requireHolder } from '../common/access/permit-camera.ts';
import { isPerson } from '../common/access/permit-maker.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { publisher } from '../common/counters/counter-publisher.ts';
import { HttpError } from '../common/errors.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord } from '../common/model.ts';
import { monitorCache } from './monitor-cache.ts';
import type { TagUpdate } from './schema.ts';

/**
 * Replaces an image's annotations (Spec 4.3, Contract 6). Counters change by the difference, in one transaction with the
 * record.
 * @throws HttpError errors of tag updates (`tags changed`: Contract 9), `forbidden`
 */
export async function updateTags(input: { update: TagUpdate; caller: Caller }): Promise<void> {
  const { update, caller } = input;
  // Only claims, until the records are found: `dataset` and `image` of a log line are the records that were
  // used.
  noteLogFields({ askedDataset: update.dataset, askedImage: update.imageId });
  if (!isId(update.dataset)) throw new HttpError('tags dataset');
  const [dataset, image] = await Promise.all([
    datasets.find(update.dataset),
    isId(update.imageId) ? images.find(update.imageId) : null,
  ]);
  if (!dataset) throw new HttpError('tags dataset');
  await permitUpdate(caller, dataset, image);
  if (image?.dataset !== dataset.id) throw new HttpError('image not found');
  noteLogFields({ dataset: dataset.id, image: image.id });
  const tags = await requireAnnotations(update, dataset);
  const change = { tags, seen: update.seen, isPerson: isPerson(caller) };
  if (!(await images.replaceTags(image.id, change))) throw new HttpError('image not found');
  await publisher.note(dataset.id);
}

/**
 * A camera may annotate the images of its own monitor, where the dataset admits that; a person must be an editor of the dataset
 * (Contract 8).
 */
async function permitUpdate(caller: Caller, dataset: Dataset, image: ImageRecord | null) {
  const isOwn = caller.kind === 'device' && image?.dataset === dataset.id && image.monitor === caller.monitor;
  if (!isOwn) return permit(judge(caller, dataset, 'editor'), 'tags dataset');
  const monitor = await monitorCache.find(caller.monitor);
  // The key of a deleted monitor is remembered for a few seconds.
  if (!monitor) throw new HttpError('unauthorized');
  await requireHolder(caller, monitor);
  permitTarget(caller, { monitor, dataset }, 'tags dataset');
}

/** Replaces merged tags by the tags into which they were merged, and drops annotations whose tag was deleted. */
async function requireAnnotations(update: TagUpdate, dataset: Dataset): Promise<Annotation[]> {
  const current = new Map<string, string | null>();
  const resolve = async (tag: string) => {
    const id = tagIdOf(tag, dataset.id);
    const found = id === null ? undefined : await datasets.resolveTag(dataset, id);
    if (found === undefined) throw new HttpError('tags tag');
    current.set(tag, found);
  };
  await Promise.all([...new Set(update.tags.map(({ tag }) => tag))].map(resolve));
  return update.tags.flatMap((each) => {
    const tag = current.get(each.tag) ?? null;
    return tag === null ? [] : [{ ...each, tag }];
  });
}
