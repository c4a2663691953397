import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { inOrder } from '../../../../../packages/concurrency/src/in-order.ts';
import type { Loss } from '../../../../../packages/formats/src/format.ts';
import type {
  ArchiveFormat,
  LinkOf,
  PlacedImage,
} from '../../../../../packages/formats/src/write/archive-format.ts';
import type { ExportSource } from '../../../../../packages/formats/src/write/export-source.ts';
import { isRenamed } from '../../../../../packages/formats/src/write/file-names.ts';
import {
  emptyMasks,
  renamedClasses,
  renamedImages,
  turnedImages,
} from '../../../../../packages/formats/src/write/losses.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { describeError, log } from '../../../common/log.ts';
import { turnedUpright } from '../../upright.ts';
import { MOST_HELD } from '../../zip/read-entry.ts';
import { countFailure, LEAD, linesFile, piecedFile, type ZipFile } from '../../zip/zip-files.ts';
import { ERRORS_FILE } from '../../zip/zip-folders.ts';
import { archiveJobs, type Job, placedImages } from './archive-jobs.ts';
import { INDEX_FILE, indexRows } from './index-file.ts';
import { openKept } from './kept-object.ts';
import { MaskReader } from './mask-reader.ts';

/** A file that lists what the format cannot contain. */
const NOTES_FILE = 'notes.txt';

export interface ArchiveInput {
  format: ArchiveFormat;
  source: ExportSource;
  withBytes: boolean;
  /** Pictures that their EXIF data turns are written upright. */
  upright: boolean;
  linkOf: LinkOf | null;
  /** What the format cannot contain, by the counts of the version. */
  losses: readonly Loss[];
  /** Stops all reads. */
  signal: AbortSignal;
  /** Called before the end with all that is different in the archive, in sentences. */
  noted?: ((notes: readonly string[]) => void) | undefined;
}

/** `sha256`: of an image's content, if it is not as the version knows it. */
interface Read {
  content: ZipFile['content'];
  isTurned?: boolean;
  sha256?: string;
}

type Outcome = { job: Job } & (Read | { failure: unknown });

/**
 * The files of an archive; their order depends only on the version. An image that was permanently deleted is left out with
 * its labels and masks, and listed in `errors.txt`; so is a mask that cannot be read.
 * @throws HttpError `unavailable` if Storage is unavailable; the reason of `signal`
 */
export async function* archiveFiles(input: ArchiveInput): AsyncGenerator<ZipFile> {
  const { format, source } = input;
  const masks = new MaskReader({ dataset: source.dataset, objects, signal: input.signal });
  const written = { gone: new Set<string>(), turned: new Set<string>(), digests: new Map<string, string>() };
  const changes = gatherChanges(format, source);
  const errors: string[] = [];
  let failures = 0;
  for await (const outcome of outcomes(input, masks, changes.see)) {
    const { job } = outcome;
    if (written.gone.has(job.image)) continue;
    if ('failure' in outcome) {
      failures = countFailure(failures, outcome.failure);
      errors.push(`${job.path}: ${job.kind} ${job.image} cannot be read, it may have been deleted`);
      if (job.kind === 'image') written.gone.add(job.image);
    } else {
      if (job.kind !== 'text') failures = 0;
      if (outcome.isTurned) written.turned.add(job.image);
      if (outcome.sha256) written.digests.set(job.image, outcome.sha256);
      yield { path: job.path, content: outcome.content };
    }
  }
  const placed = () => withoutGone(format, source, written.gone);
  const tail = format.tail?.(source, { placed, reading: masks, linkOf: input.linkOf }) ?? [];
  for (const { path, pieces } of tail) yield piecedFile(path, pieces);
  yield piecedFile(INDEX_FILE, indexRows(placed(), source, written.digests));
  const found = [...changes.notes(), ...turnedImages(written.turned.size), ...emptyMasks(masks.empty)];
  const notes = textsOf([...input.losses, ...found]);
  input.noted?.(notes);
  if (notes.length > 0) yield linesFile(NOTES_FILE, notes);
  errors.push(...masks.lost());
  if (errors.length > 0) yield linesFile(ERRORS_FILE, errors);
}

async function* withoutGone(format: ArchiveFormat, source: ExportSource, gone: ReadonlySet<string>) {
  for await (const placed of placedImages(format, source)) if (!gone.has(placed.image.image)) yield placed;
}

export const textsOf = (losses: readonly Loss[]): string[] => losses.map(({ text }) => text);

/** Classes that have another name in paths. */
export const changedClasses = (format: ArchiveFormat, source: ExportSource): Loss[] =>
  renamedClasses(
    (format.classFolders?.(source) ?? []).filter((folder, number) => folder !== source.classes.names[number])
      .length,
  );

/** What the places of the images change, gathered while they are given. */
function gatherChanges(format: ArchiveFormat, source: ExportSource) {
  const survey = format.survey?.(source);
  let renamed = 0;
  return {
    see({ image, place }: PlacedImage): void {
      survey?.see(image);
      if (!format.isExact && isRenamed(image, place.paths[0] ?? '')) renamed += 1;
    },
    notes: (): Loss[] => [
      ...renamedImages(renamed),
      ...changedClasses(format, source),
      ...(survey?.notes() ?? []),
    ],
  };
}

const outcomes = (
  input: ArchiveInput,
  masks: MaskReader,
  placed: (image: PlacedImage) => void,
): AsyncGenerator<Outcome> =>
  inOrder(
    archiveJobs(input.format, input.source, { withBytes: input.withBytes, objects, placed }),
    (job) => tryJob(job, input, masks),
    { ...LEAD, weigh: weightOf },
  );

function weightOf(job: Job): number {
  if (job.kind === 'text') return job.text.length;
  return job.kind === 'drawn' ? job.pixels + job.bytes : job.bytes;
}

async function tryJob(job: Job, input: ArchiveInput, masks: MaskReader): Promise<Outcome> {
  if (job.kind === 'text') return { job, content: [Buffer.from(job.text)] };
  // If Storage fails, the image would be without labels: the archive ends.
  if (job.kind === 'drawn') return { job, content: [Buffer.from(await job.draw(masks))] };
  try {
    return { job, ...(await readJob(job, input)) };
  } catch (failure) {
    if (input.signal.aborted) throw failure;
    log('WARNING', 'image left out of the export', { image: job.image, reason: describeError(failure) });
    return { job, failure };
  }
}

async function readJob(
  { kind, object, bytes: size }: Extract<Job, { object: unknown }>,
  { upright, signal }: ArchiveInput,
): Promise<Read> {
  if (object === null) throw new Error('the object is not of this dataset');
  const chunks = await openKept(object, { objects, signal });
  if (size > MOST_HELD) return { content: Readable.from(chunks, { objectMode: false }) };
  const bytes = Buffer.concat(await Array.fromAsync(chunks));
  if (kind === 'mask') return { content: [bytes] };
  const turned = upright ? await turnedUpright(bytes, signal) : null;
  const isKnown = !turned && object.known?.sha256;
  const sha256 = isKnown ? '' : hash('sha256', turned ?? bytes);
  return { content: [turned ?? bytes], isTurned: turned !== null, sha256 };
}
