import { addAbortSignal, Readable } from 'node:stream';
import { HttpError } from '../../common/errors.ts';
import { isTransient } from '../../common/foreign-errors.ts';
import { inOrder } from '../../common/in-order.ts';
import { describeError, log } from '../../common/log.ts';
import type { ManifestImage } from '../../common/manifest.ts';
import type { Objects } from '../../common/ports.ts';
import { LEAD, type ZipFile } from '../zip/zip-files.ts';
import { ERRORS_FILE } from '../zip/zip-folders.ts';
import { type ArchiveFormat, inChunks } from './archive-format.ts';
import { archiveJobs, type Job, placedImages } from './archive-jobs.ts';
import type { ExportSource } from './export-source.ts';
import { readPixels } from './read-pixels.ts';

/** A file that lists what the format cannot contain. */
export const NOTES_FILE = 'notes.txt';

/** Maximum size of an object that is held in memory, in bytes; a larger one is streamed. */
const MOST_HELD = 32 * 1024 * 1024;
/** If this many reads fail in a row, each after its retries, Storage is unavailable. */
const OUTAGE = 8;

export interface ArchiveInput {
  format: ArchiveFormat;
  source: ExportSource;
  withBytes: boolean;
  linkOf: ((image: ManifestImage) => string) | null;
  notes: readonly string[];
  /** Stops all reads. */
  signal: AbortSignal;
}

type Outcome = { job: Job } & ({ content: ZipFile['content'] } | { failure: unknown });

/**
 * The files of an archive; their order depends only on the version. An image that was permanently deleted is left out with
 * its labels and masks, and listed in `errors.txt`.
 * @throws HttpError `unavailable` if Storage is unavailable; the reason of `signal`
 */
export async function* archiveFiles(input: ArchiveInput, objects: Objects): AsyncGenerator<ZipFile> {
  const { format, source, notes } = input;
  const gone = new Set<string>();
  const errors: string[] = [];
  const outage = new OutageWatch();
  if (notes.length > 0) yield textFile(NOTES_FILE, notes);
  for await (const outcome of outcomes(input, objects)) {
    const { job } = outcome;
    if (gone.has(job.image)) continue;
    if ('failure' in outcome) {
      outage.note(outcome.failure);
      errors.push(`${job.path}: ${job.kind} ${job.image} cannot be read, it may have been deleted`);
      if (job.kind === 'image') gone.add(job.image);
    } else yield { path: job.path, content: outcome.content };
  }
  const placed = () => withoutGone(format, source, gone);
  const readMask = (mask: { uri: string; generation: string }) =>
    readPixels(mask, { dataset: source.dataset, objects, signal: input.signal });
  for (const { path, pieces } of format.tail(source, { placed, readMask, linkOf: input.linkOf }))
    yield { path, content: Readable.from(inChunks(pieces), { objectMode: false }) };
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
    const stream = addAbortSignal(signal, objects.read(job.object, job.generation));
    return { job, content: await readContent(stream, job.bytes) };
  } catch (failure) {
    if (signal.aborted) throw failure;
    log('WARNING', 'image left out of the export', { image: job.image, reason: describeError(failure) });
    return { job, failure };
  }
}

/** Starts to read, so that a missing object is noticed before its entry begins. */
async function readContent(stream: Readable, bytes: number): Promise<ZipFile['content']> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    read.push(next.value);
    if (bytes > MOST_HELD) return Readable.from(following(read, chunks), { objectMode: false });
  }
  return read;
}

async function* following(read: readonly Buffer[], chunks: AsyncIterator<Buffer>) {
  yield* read;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

class OutageWatch {
  #failures = 0;

  note(failure: unknown): void {
    this.#failures = isTransient(failure) ? this.#failures + 1 : 0;
    if (this.#failures >= OUTAGE) throw new HttpError('unavailable', {}, failure);
  }
}
