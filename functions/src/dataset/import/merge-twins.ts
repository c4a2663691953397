import { baseOf } from './image-index.ts';
import type { ImageLabels, PlannedImage } from './plan.ts';

/**
 * Copies of one picture become one image with the labels of all: an image with several classes is in the folder of each.
 * Copies have the same name, size and checksum. Sorted by their place in the archive, so that it is read from its beginning.
 */
export function mergeTwins(images: readonly PlannedImage[]): PlannedImage[] {
  const groups = Map.groupBy(images, ({ entry }) => `${entry.crc32}/${entry.size}/${baseOf(entry.path)}`);
  const merged = [...groups.values()].map(mergeGroup);
  return merged.sort((a, b) => a.entry.offset - b.entry.offset || (a.entry.path < b.entry.path ? -1 : 1));
}

function mergeGroup(group: readonly PlannedImage[]): PlannedImage {
  const [first, ...others] = group as [PlannedImage, ...PlannedImage[]];
  if (others.length === 0) return first;
  const chosen = group.find(({ set }) => set !== 'PREDETERMINED');
  return {
    entry: first.entry,
    set: chosen?.set ?? 'PREDETERMINED',
    labels: async () => joined(await Promise.all(group.map(({ labels }) => labels()))),
  };
}

/** Boxes and masks that several copies have are kept once. */
function joined(all: readonly ImageLabels[]): ImageLabels {
  const distinct = <T>(items: readonly T[]): T[] => [
    ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
  ];
  return {
    classes: distinct(all.flatMap(({ classes }) => classes)),
    boxes: distinct(all.flatMap(({ boxes }) => boxes)),
    masks: distinct(all.flatMap(({ masks }) => masks)),
  };
}
