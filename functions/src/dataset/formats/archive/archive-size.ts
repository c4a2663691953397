import type { Loss } from '../../../../../packages/formats/src/format.ts';
import type {
  ArchiveFormat,
  LinkOf,
  MaskReading,
} from '../../../../../packages/formats/src/write/archive-format.ts';
import {
  anyImage,
  type ExportSource,
  SETS,
} from '../../../../../packages/formats/src/write/export-source.ts';
import { isRenamed } from '../../../../../packages/formats/src/write/file-names.ts';
import { renamedClasses, renamedImages } from '../../../../../packages/formats/src/write/losses.ts';
import type { Objects } from '../../../common/ports.ts';
import { MOST_GROWTH } from '../../upright.ts';
import { type ZipSize, ZipSizes } from '../../zip/zip-limits.ts';
import { NOTES_FILE } from './archive-files.ts';
import { jobsOf, placedImages } from './archive-jobs.ts';
import { bytesOfRows, INDEX_FILE } from './index-file.ts';

/**
 * Estimated bytes of the files about all images: of each file besides its entries, per class, per image without its link, and
 * per annotation or mask.
 */
const ABOUT_FILE = 200;
const ABOUT_CLASS = 60;
const ABOUT_IMAGE = 200;
const ABOUT_ANNOTATION = 220;
const ABOUT_MASK = 4000;
/** Bytes of the notes that are made for an archive. */
const ABOUT_NOTES = 1000;

interface Options {
  withBytes: boolean;
  upright: boolean;
  linkOf: LinkOf | null;
  notes: readonly string[];
  objects: Objects;
}

export interface ArchiveSize extends ZipSize {
  /** Bytes if every picture must be turned, and grows as much as one can. */
  most: number;
  /** What is changed in the archive. */
  notes: Loss[];
}

/**
 * Entries and bytes of an archive, before its first byte is produced. Exact, except for masks, pictures that are turned, and the
 * files at the end, which are estimated: rather too large, because it decides whether the archive may be streamed.
 */
export async function archiveSize(
  format: ArchiveFormat,
  source: ExportSource,
  options: Options,
): Promise<ArchiveSize> {
  const { withBytes, upright, objects } = options;
  const sizes = new ZipSizes();
  const survey = format.survey?.(source);
  const lineOf = format.lining?.(source);
  const about = { names: 0, growth: 0, index: 0, renamed: 0, lines: 0 };
  for (const { path, text } of format.head?.(source) ?? [])
    sizes.add({ path, bytes: Buffer.byteLength(text) });
  for await (const placed of placedImages(format, source)) {
    survey?.see(placed.image);
    about.index += bytesOfRows(placed, source);
    about.lines += Buffer.byteLength(lineOf?.(placed) ?? '');
    if (!format.isExact && isRenamed(placed.image, placed.place.paths[0] ?? '')) about.renamed += 1;
    for (const job of jobsOf(placed, source.dataset, withBytes, objects)) {
      sizes.add({ path: job.path, bytes: job.kind === 'text' ? Buffer.byteLength(job.text) : job.bytes });
      // The path of an image's labels has its name, and more bytes than what a list has besides.
      if (job.kind === 'text') about.names += Buffer.byteLength(job.path);
      if (job.kind === 'image' && upright) about.growth += job.bytes * (MOST_GROWTH - 1);
    }
  }
  const renamed = [...renamedImages(about.renamed), ...renamedClasses(changedFolders(format, source))];
  const notes = [...renamed, ...(survey?.notes() ?? [])];
  const tail = format.tail?.(source, { placed: nothing, reading: NO_MASKS, linkOf: null }) ?? [];
  for (const { path } of tail) sizes.add({ path, bytes: ABOUT_FILE });
  sizes.add({ path: INDEX_FILE, bytes: ABOUT_FILE + about.index });
  sizes.add({ path: NOTES_FILE, bytes: Buffer.byteLength(options.notes.join('\n')) + ABOUT_NOTES });
  const { entries, bytes } = sizes.total();
  const lists = about.names * (format.lists?.(source) ?? 0);
  const total = bytes + lists + about.lines + (tail.length === 0 ? 0 : await aboutAll(source, options));
  return { entries, bytes: total, most: total + about.growth, notes };
}

/** Number of classes that have another name in paths. */
const changedFolders = (format: ArchiveFormat, source: ExportSource): number =>
  (format.classFolders?.(source) ?? []).filter((folder, number) => folder !== source.classes.names[number])
    .length;

async function aboutAll(source: ExportSource, { linkOf }: Options): Promise<number> {
  const { images, features } = source.counts;
  const { rects, maskBoxes, masks } = features;
  const classes = source.classes.names.reduce((sum, name) => sum + ABOUT_CLASS + Buffer.byteLength(name), 0);
  const image = ABOUT_IMAGE + (await lengthOfLink(source, linkOf));
  const labels = (rects + maskBoxes) * ABOUT_ANNOTATION + masks * ABOUT_MASK;
  return images * image + labels + SETS.length * classes;
}

/** Bytes of a link; 0 without links. */
export async function lengthOfLink(source: ExportSource, linkOf: LinkOf | null): Promise<number> {
  const image = linkOf && (await anyImage(source));
  return image ? Buffer.byteLength(linkOf(image)) : 0;
}

async function* nothing() {}

const NO_MASKS: MaskReading = {
  trace: async () => null,
  leaveOut: () => {},
};
