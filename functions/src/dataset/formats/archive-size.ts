import type { Objects } from '../../common/ports.ts';
import { ZipSizes } from '../zip/zip-limits.ts';
import type { ArchiveFormat } from './archive-format.ts';
import { archiveJobs } from './archive-jobs.ts';
import type { ExportSource } from './export-source.ts';

/** Estimated bytes of a file about all images: per image, and per annotation or mask. */
const ABOUT_IMAGE = 200;
const ABOUT_ANNOTATION = 220;
const ABOUT_MASK = 4000;

/**
 * Entries and bytes of an archive, before its first byte is produced. Exact, except for masks and the files at the end,
 * which are estimated.
 */
export async function archiveSize(
  format: ArchiveFormat,
  source: ExportSource,
  options: { withBytes: boolean; objects: Objects },
): Promise<{ entries: number; bytes: number }> {
  const sizes = new ZipSizes();
  for await (const job of archiveJobs(format, source, options))
    sizes.add({ path: job.path, bytes: job.kind === 'text' ? Buffer.byteLength(job.text) : job.bytes });
  const size = sizes.total();
  const tail = format.tail(source, { placed: nothing, readMask: async () => null, linkOf: null }).length;
  const { images, features } = source.counts;
  const { rects, maskBoxes, masks } = features;
  const about = images * ABOUT_IMAGE + (rects + maskBoxes) * ABOUT_ANNOTATION + masks * ABOUT_MASK;
  return { entries: size.entries + tail, bytes: size.bytes + (tail > 0 ? about : 0) };
}

async function* nothing() {}
