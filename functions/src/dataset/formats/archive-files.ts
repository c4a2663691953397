import { Readable } from 'node:stream';
import { HttpError } from '../../common/errors.ts';
import { isTransient } from '../../common/foreign-errors.ts';
import { inOrder } from '../../common/in-order.ts';
import { describeError, log } from '../../common/log.ts';
import type { ManifestImage, ManifestMask } from '../../common/manifest.ts';
import type { Objects } from '../../common/ports.ts';
import { MOST_HELD } from '../zip/read-entry.ts';
import { inChunks, LEAD, OUTAGE, type ZipFile } from '../zip/zip-files.ts';
import { ERRORS_FILE } from '../zip/zip-folders.ts';
import type { ArchiveFormat } from './archive-format.ts';
import { archiveJobs, type Job, placedImages } from './archive-jobs.ts';
import type { ExportSource } from './export-source.ts';
import { openKept } from './kept-object.ts';
import type { LinkOf } from './links.ts';
import { readPixels } from './read-pixels.ts';

/** A file that lists what the format cannot contain. */
export const NOTES_FILE = 'notes.txt';

export interface ArchiveInput {
  format: ArchiveFormat;
  source: ExportSource;
  withBytes: boolean;
  linkOf: LinkOf | null;
  notes: readonly string[];
  /** Stops all reads. */
  signal: AbortSignal;
}

type Outcome = { job: Job } & ({ content: ZipFile['content'] } | { failure: unknown });

/**
 * The files of an archive; their order depends only on the version. An image that was permanently deleted is left out with
 * its labels and masks, and listed in `errors.txt`; so is a mask that cannot be read.
 * @throws HttpError `unavailable` if Storage is unavailable; the reason of `signal`
 */
export async function* archiveFiles(input: ArchiveInput, objects: Objects): AsyncGenerator<ZipFile> {
  const { format, source, notes } = input;
  const gone = new Set<string>();
  const errors: string[] = [];
  let failures = 0;
  if (notes.length > 0) yield textFile(NOTES_FILE, notes);
  for await (const outcome of outcomes(input, objects)) {
    const { job } = outcome;
    if (gone.has(job.image)) continue;
    if ('failure' in outcome) {
      failures = isTransient(outcome.failure) ? failures + 1 : 0;
      if (failures >= OUTAGE) throw new HttpError('unavailable', {}, outcome.failure);
      errors.push(`${job.path}: ${job.kind} ${job.image} cannot be read, it may have been deleted`);
      if (job.kind === 'image') gone.add(job.image);
    } else {
      if (job.kind !== 'text') failures = 0;
      yield { path: job.path, content: outcome.content };
    }
  }
  const placed = () => withoutGone(format, source, gone);
  const lost = new Set<string>();
  const leaveOut = ({ uri }: ManifestMask, { image }: ManifestImage, reason: string) =>
    void lost.add(`${uri}: mask of image ${image} is left out: ${reason}`);
  const readMask = async (mask: ManifestMask, { image }: ManifestImage) => {
    const pixels = await readPixels(mask, { dataset: source.dataset, objects, signal: input.signal });
    if (!pixels) lost.add(`${mask.uri}: mask of image ${image} cannot be read, it may have been deleted`);
    return pixels;
  };
  for (const { path, pieces } of format.tail?.(source, {
    placed,
    readMask,
    leaveOut,
    linkOf: input.linkOf,
  }) ?? [])
    yield { path, content: Readable.from(inChunks(pieces), { objectMode: false }) };
  // Masks are read concurrently: sorted, the same losses give the same bytes.
  errors.push(...[...lost].sort());
  if (errors.length > 0) yield textFile(ERRORS_FILE, errors);
}

const textFile = (path: string, lines: readonly string[]): ZipFile => ({
  path,
  content: [Buffer.from(`${lines.join('\n')}\n`)],
});

async function* withoutGone(format: ArchiveFormat, source: ExportSource, gone: ReadonlySet<string>) {
  for await (const placed of placedImages(format, source)) if (!gone.has(placed.image.image)) yield placed;
}

const outcomes = (input: ArchiveInput, objects: Objects): AsyncGenerator<Outcome> =>
  inOrder(
    archiveJobs(input.format, input.source, { withBytes: input.withBytes, objects }),
    (job) => tryJob(job, objects, input.signal),
    { ...LEAD, weigh: (job) => (job.kind === 'text' ? job.text.length : job.bytes) },
  );

async function tryJob(job: Job, objects: Objects, signal: AbortSignal): Promise<Outcome> {
  if (job.kind === 'text') return { job, content: [Buffer.from(job.text)] };
  try {
    if (job.object === null) throw new Error('the object is not of this dataset');
    const chunks = await openKept(job.object, { objects, signal });
    const isHeld = job.bytes <= MOST_HELD;
    return {
      job,
      content: isHeld ? await Array.fromAsync(chunks) : Readable.from(chunks, { objectMode: false }),
    };
  } catch (failure) {
    if (signal.aborted) throw failure;
    log('WARNING', 'image left out of the export', { image: job.image, reason: describeError(failure) });
    return { job, failure };
  }
}
