import type { Caller } from '../common/access/caller.ts';
import { judge } from '../common/access/permit.ts';
import type { CounterPublisher } from '../common/counter-publisher.ts';
import { Refusal } from '../common/errors.ts';
import { isId, tagIdOf } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Annotation, Dataset, ImageRecord } from '../common/model.ts';
import type { Datasets, DeviceKeys, Images, Monitors } from '../common/ports.ts';
import { permit } from './permit-monitor.ts';
import type { TagUpdate } from './tag-update.ts';

interface Ports {
  monitors: Monitors;
  deviceKeys: DeviceKeys;
  datasets: Datasets;
  images: Images;
  publisher: CounterPublisher;
}

/**
 * Replaces an image's annotations (Spec 4.3, Contract 6); counters move by the difference, in one transaction with the
 * record.
 * @throws Refusal rows of tag updates, `forbidden`
 */
export async function updateTags(input: { update: TagUpdate; caller: Caller }, ports: Ports): Promise<void> {
  const { update, caller } = input;
  noteLogFields({ dataset: update.dataset, image: update.imageId });
  if (!isId(update.dataset)) throw new Refusal('tags dataset');
  const [dataset, image] = await Promise.all([
    ports.datasets.find(update.dataset),
    isId(update.imageId) ? ports.images.find(update.imageId) : null,
  ]);
  if (!dataset) throw new Refusal('tags dataset');
  await permitUpdate(caller, dataset, image, ports);
  if (image?.dataset !== dataset.id) throw new Refusal('tags image');
  const tags = await requireAnnotations(update, dataset, ports);
  if (!(await ports.images.replaceTags(image.id, tags))) throw new Refusal('tags image');
  await ports.publisher.note(dataset.id);
}

/** A camera may annotate the images of its own monitor; people need to be editors of the dataset (Contract 8). */
async function permitUpdate(caller: Caller, dataset: Dataset, image: ImageRecord | null, ports: Ports) {
  if (caller.kind !== 'device') return permit(judge(caller, dataset, 'editor'), 'tags dataset');
  const monitor = image?.dataset === dataset.id ? image.monitor : null;
  const holds = monitor !== null && (await ports.deviceKeys.holds(monitor, caller.keyHash));
  if (!holds) permit(judge(caller, dataset, 'editor'), 'tags dataset');
}

async function requireAnnotations(update: TagUpdate, dataset: Dataset, ports: Ports): Promise<Annotation[]> {
  const ids = new Set(update.tags.map(({ tag }) => tagIdOf(tag, dataset.id)));
  const known = await Promise.all([...ids].map((id) => id !== null && ports.datasets.hasTag(dataset, id)));
  if (known.includes(false)) throw new Refusal('tags tag');
  return update.tags.map((each) => ({ ...each, tag: tagIdOf(each.tag, dataset.id) as string }));
}
