import type { Annotation } from '../../../packages/records/src/image.ts';
import type { Caller } from '../common/access/caller.ts';
import { judge, permit } from '../common/access/permit.ts';
import { type KeyProof, permitTarget, requireHolder } from '../common/access/permit-camera.ts';
import { isPerson } from '../common/access/permit-maker.ts';
import type { CounterPublisher } from '../common/counters/counter-publisher.ts';
import { HttpError } from '../common/errors.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord } from '../common/model.ts';
import type { Datasets, Images, Monitors } from '../common/ports.ts';
import type { TagUpdate } from './schema.ts';

interface Ports extends KeyProof {
  datasets: Datasets;
  images: Images;
  /** Monitors, perhaps as they were four seconds ago. */
  monitorCache: Pick<Monitors, 'find'>;
  publisher: CounterPublisher;
}

/**
 * Replaces an image's annotations (Spec 4.3, Contract 6). Counters change by the difference, in one transaction with the
 * record.
 * @throws HttpError errors of tag updates (`tags changed`: Contract 9), `forbidden`
 */
export async function updateTags(input: { update: TagUpdate; caller: Caller }, ports: Ports): Promise<void> {
  const { update, caller } = input;
  // Only claims, until the records are found: `dataset` and `image` of a log line are the records that were
  // used.
  noteLogFields({ askedDataset: update.dataset, askedImage: update.imageId });
  if (!isId(update.dataset)) throw new HttpError('tags dataset');
  const [dataset, image] = await Promise.all([
    ports.datasets.find(update.dataset),
    isId(update.imageId) ? ports.images.find(update.imageId) : null,
  ]);
  if (!dataset) throw new HttpError('tags dataset');
  await permitUpdate(caller, dataset, image, ports);
  if (image?.dataset !== dataset.id) throw new HttpError('image not found');
  noteLogFields({ dataset: dataset.id, image: image.id });
  const tags = await requireAnnotations(update, dataset, ports);
  const change = { tags, seen: update.seen, isPerson: isPerson(caller) };
  if (!(await ports.images.replaceTags(image.id, change))) throw new HttpError('image not found');
  await ports.publisher.note(dataset.id);
}

/**
 * A camera may annotate the images of its own monitor, where the dataset admits that; a person must be an editor of the dataset
 * (Contract 8).
 */
async function permitUpdate(caller: Caller, dataset: Dataset, image: ImageRecord | null, ports: Ports) {
  const isOwn = caller.kind === 'device' && image?.dataset === dataset.id && image.monitor === caller.monitor;
  if (!isOwn) return permit(judge(caller, dataset, 'editor'), 'tags dataset');
  const monitor = await ports.monitorCache.find(caller.monitor);
  // The key of a deleted monitor is remembered for a few seconds.
  if (!monitor) throw new HttpError('unauthorized');
  await requireHolder(caller, monitor, ports);
  permitTarget(caller, { monitor, dataset }, 'tags dataset');
}

/** Replaces merged tags by the tags into which they were merged, and drops annotations whose tag was deleted. */
async function requireAnnotations(update: TagUpdate, dataset: Dataset, ports: Ports): Promise<Annotation[]> {
  const current = new Map<string, string | null>();
  const resolve = async (tag: string) => {
    const id = tagIdOf(tag, dataset.id);
    const found = id === null ? undefined : await ports.datasets.resolveTag(dataset, id);
    if (found === undefined) throw new HttpError('tags tag');
    current.set(tag, found);
  };
  await Promise.all([...new Set(update.tags.map(({ tag }) => tag))].map(resolve));
  return update.tags.flatMap((each) => {
    const tag = current.get(each.tag) ?? null;
    return tag === null ? [] : [{ ...each, tag }];
  });
}
