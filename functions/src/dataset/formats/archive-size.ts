import type { Objects } from '../../common/ports.ts';
import { type ZipSize, ZipSizes } from '../zip/zip-limits.ts';
import { NOTES_FILE } from './archive-files.ts';
import type { ArchiveFormat } from './archive-format.ts';
import { archiveJobs } from './archive-jobs.ts';
import { anyImage, type ExportSource, SETS } from './export-source.ts';
import type { LinkOf } from './links.ts';

/**
 * Estimated bytes of the files about all images: of each file besides its entries, per class, per image without its link, and
 * per annotation or mask.
 */
const ABOUT_FILE = 200;
const ABOUT_CLASS = 60;
const ABOUT_IMAGE = 200;
const ABOUT_ANNOTATION = 220;
const ABOUT_MASK = 4000;

interface Options {
  withBytes: boolean;
  linkOf: LinkOf | null;
  notes: readonly string[];
  objects: Objects;
}

/**
 * Entries and bytes of an archive, before its first byte is produced. Exact, except for masks and the files at the end,
 * which are estimated: rather too large, because it decides whether the archive may be streamed.
 */
export async function archiveSize(
  format: ArchiveFormat,
  source: ExportSource,
  options: Options,
): Promise<ZipSize> {
  const sizes = new ZipSizes();
  let names = 0;
  for await (const job of archiveJobs(format, source, options)) {
    sizes.add({ path: job.path, bytes: job.kind === 'text' ? Buffer.byteLength(job.text) : job.bytes });
    // The path of an image's labels has its name, and more bytes than what a list has besides.
    if (job.kind === 'text' && job.image !== '') names += Buffer.byteLength(job.path);
  }
  const { notes } = options;
  if (notes.length > 0) sizes.add({ path: NOTES_FILE, bytes: Buffer.byteLength(notes.join('\n')) + 1 });
  const tail = format.tail?.(source, { ...NOTHING, linkOf: null }) ?? [];
  for (const { path } of tail) sizes.add({ path, bytes: ABOUT_FILE });
  const { entries, bytes } = sizes.total();
  if (tail.length === 0) return { entries, bytes };
  const lists = names * (format.lists?.(source) ?? 0);
  return { entries, bytes: bytes + lists + (await aboutAll(source, options)) };
}

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

const NOTHING = { placed: nothing, readMask: async () => null, leaveOut: () => {} };
