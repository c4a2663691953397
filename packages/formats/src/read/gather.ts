/** Formats whose label files name their images: lines about the same image are joined. */

import type { Unread } from '../../../records/src/import.ts';
import type { Entry } from './entry.ts';
import { FileFault } from './import-fault.ts';
import { Losses } from './losses.ts';
import { LabelOrder } from './order-labels.ts';
import type { ImageFacts, ImageLabels, LabelBox, LabelMask, PlannedImage, Reading, Source } from './plan.ts';

/** What a line says about an image. */
export interface Line extends Omit<ImageFacts, 'name'> {
  /** Path, URI or name of the image. */
  name: string;
  /** The name has no extension. */
  isStem?: boolean;
  /** File name of its record; of the file itself unless given. */
  title?: string | undefined;
  /** Where to look for it first. */
  folders: readonly string[];
  labels: ImageLabels;
}

interface Joined {
  facts: ImageFacts;
  classes: string[];
  boxes: LabelBox[];
  masks: LabelMask[];
}

/**
 * Null if there are no files.
 * @param linesOf throws FileFault for a file that cannot be read
 */
export async function gather(
  { index, use }: Source,
  files: readonly Entry[],
  linesOf: (file: Entry) => AsyncIterable<Line>,
  declared: readonly string[] = [],
): Promise<Reading | null> {
  if (files.length === 0) return null;
  use(files);
  const joined = new Map<Entry, Joined>();
  const unread: Unread[] = [];
  const missing = new Set<string>();
  const order = new LabelOrder();
  const losses = new Losses();
  for (const file of files) {
    try {
      for await (const { name, isStem, title, folders, labels, ...facts } of linesOf(file)) {
        order.note(labels.classes);
        for (const label of shownIn(labels)) order.note([label]);
        const entry = isStem ? index.findStem(name, folders) : index.find(name, folders);
        if (!entry) missing.add(name);
        else join(joined, entry, { ...facts, name: title }, labels);
        losses.addAll(labels.lost);
      }
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      unread.push({ path: file.path, reason: error.message });
    }
  }
  for (const path of missing) unread.push({ path, reason: 'it is not in the archive' });
  const images = Array.from(joined, ([entry, { facts, ...labels }]): PlannedImage => {
    const distinct = { ...labels, classes: [...new Set(labels.classes)] };
    return { ...facts, entry, labels: () => distinct };
  });
  const all = [...new Set([...declared, ...order.list()])];
  return { images, declared: all, unread, lost: losses.lost, notes: [] };
}

function shownIn({ boxes, masks }: ImageLabels): Set<string> {
  const shown = new Set<string>();
  for (const { label } of boxes) shown.add(label);
  for (const { label } of masks) shown.add(label);
  return shown;
}

/** One by one: a line may have more labels than a call has arguments. */
function join(joined: Map<Entry, Joined>, entry: Entry, facts: ImageFacts, labels: ImageLabels): void {
  const known = joined.get(entry);
  const image = known ?? { facts, classes: [], boxes: [], masks: [] };
  if (!known) joined.set(entry, image);
  else if (facts.checked !== true) image.facts.checked = false;
  image.facts.suggested ??= facts.suggested;
  for (const label of labels.classes) image.classes.push(label);
  for (const box of labels.boxes) image.boxes.push(box);
  for (const mask of labels.masks) image.masks.push(mask);
}
