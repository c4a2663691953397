/** Formats with a file of labels for each image: it is read when its image is imported. */

import type { Unread } from '../../../records/src/import.ts';
import type { Entry } from './entry.ts';
import { unlessFault } from './import-fault.ts';
import { aboutLabels, apartFromLabels } from './label-pictures.ts';
import { type ImageLabels, NO_LABELS, type PlannedImage, type Reading, type Source } from './plan.ts';
import { setOfPath } from './sets.ts';

/** Files by which a format is recognized: all of them are alike. */
export const LOOKED_AT = 5;

/** Why a file of labels is not read. */
export const TWICE = 'its image has two files of labels';
export const LONELY = 'its image is not in the archive';

interface Way {
  /** Whether a file is of the format. */
  fits: (file: Entry) => Promise<boolean>;
  /** Name of its picture without extension, and with it where the file says so, and folders in which it may be. */
  stemOf: (file: Entry) => { stem: string; name?: string; folders: readonly string[] };
  /** @throws FileFault */
  read: (file: Entry) => Promise<ImageLabels>;
  declared?: readonly string[];
}

/** Null if none of the first files fits. Pictures without a file have no labels. */
export async function perImage(
  whole: Source,
  files: readonly Entry[],
  { fits, stemOf, read, declared = [] }: Way,
): Promise<Reading | null> {
  const judged = await Promise.all(
    files.slice(0, LOOKED_AT).map((file) => unlessFault(fits(file), () => false)),
  );
  if (!judged.includes(true)) return null;
  const { source, labels } = await apartFromLabels(whole);
  source.use(labels);
  source.use(files);
  const byPicture = new Map<Entry, Entry>();
  const unread: Unread[] = [];
  for (const file of files) {
    const { stem, name = '', folders } = stemOf(file);
    const found = source.index.find(name, folders) ?? source.index.findStem(stem, folders);
    if (found && !byPicture.has(found)) byPicture.set(found, file);
    else
      unread.push({
        path: file.path,
        reason: found ? TWICE : LONELY,
      });
  }
  const images: PlannedImage[] = [];
  for (const entry of source.index.pictures) {
    const file = byPicture.get(entry);
    images.push({
      entry,
      set: setOfPath(entry.path),
      labels: () => (file ? read(file) : NO_LABELS),
    });
  }
  return { images, declared, hasMore: true, unread, notes: [], foreign: aboutLabels(labels) };
}
