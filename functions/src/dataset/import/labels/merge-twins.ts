import { requireBounded } from '../../../../../packages/formats/src/read/budget.ts';
import { bytesKey, type Entry } from '../../../../../packages/formats/src/read/entry.ts';
import { baseOf } from '../../../../../packages/formats/src/read/image-index.ts';
import { Losses } from '../../../../../packages/formats/src/read/losses.ts';
import type {
  ImageLabels,
  LabelBox,
  LabelMask,
  PlannedImage,
} from '../../../../../packages/formats/src/read/plan.ts';
import { countOf } from './read-labels.ts';

/**
 * Copies of one picture become one image with the labels of all: an image with several classes is in the folder of each.
 * Copies have the same name, size and checksum.
 * @param entries in the order of the archive, which the result has too, so that it is read from its beginning
 */
export async function mergeTwins(
  images: readonly PlannedImage[],
  entries: readonly Entry[],
): Promise<PlannedImage[]> {
  const keyOf = ({ entry }: PlannedImage) => `${bytesKey(entry)}/${baseOf(entry.path)}`;
  const groups = Map.groupBy(images, keyOf);
  const merged = new Map(Array.from(groups.values(), (group) => [group[0]?.entry, mergeGroup(group)]));
  return entries.flatMap((entry) => merged.get(entry) ?? []);
}

function mergeGroup(group: readonly PlannedImage[]): PlannedImage {
  const [first, ...others] = group as [PlannedImage, ...PlannedImage[]];
  if (others.length === 0) return first;
  const chosen = group.find(({ set }) => set !== 'PREDETERMINED');
  return {
    entry: first.entry,
    name: group.find(({ name }) => name !== undefined)?.name,
    set: chosen?.set ?? 'PREDETERMINED',
    date: group.find(({ date }) => date !== undefined)?.date,
    session: group.find(({ session }) => session !== undefined)?.session,
    monitor: group.find(({ monitor }) => monitor !== undefined)?.monitor,
    checked: group.every(({ checked }) => checked === true),
    suggested: group.find(({ suggested }) => suggested !== undefined)?.suggested,
    labels: () => joined(group),
  };
}

/** Read one after the other. Boxes and masks that several copies have are kept once. @throws FileFault */
async function joined(group: readonly PlannedImage[]): Promise<ImageLabels> {
  const seen = new Set<string>();
  const all = { classes: [] as string[], boxes: [] as LabelBox[], masks: [] as LabelMask[] };
  const losses = new Losses();
  for (const image of group) {
    const { classes, boxes, masks, lost } = await image.labels();
    losses.addAll(lost);
    addNew(classes, all.classes, seen);
    addNew(boxes, all.boxes, seen);
    addNew(masks, all.masks, seen);
    requireBounded(countOf(all));
  }
  return { ...all, lost: losses.lost };
}

function addNew<T>(items: readonly T[], to: T[], seen: Set<string>): void {
  for (const item of items) {
    const key = JSON.stringify(item);
    if (!seen.has(key)) to.push(item);
    seen.add(key);
  }
}
