import { Readable } from 'node:stream';
import { inOrder } from '../../../../packages/concurrency/src/in-order.ts';
import { annotationsJson, type CocoImage } from '../../../../packages/formats/coco/download.ts';
import { HttpError } from '../../common/errors.ts';
import { isTransient } from '../../common/foreign-errors.ts';
import { describeError, log } from '../../common/log.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { Datasets, ImageLists } from '../../common/ports.ts';
import { withRenamedTags } from '../../common/records/rename-tags.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { type Content, readEntry } from './read-entry.ts';
import { ERRORS_FILE } from './zip-folders.ts';
import type { PlannedEntry, ZipPlan } from './zip-plan.ts';

/** A file of the archive, ready to be written. */
export interface ZipFile {
  path: string;
  content: Content;
}

/** Objects that are read ahead: enough to hide a latency of 40 ms each at the speed of two cores, in at most 16 MB. */
export const LEAD = { items: 48, weight: 16 * 1024 * 1024 };

/** If this many reads fail in a row, each after its retries, Storage is unavailable. */
const OUTAGE = 8;

/** Failures in a row, with this one. @throws HttpError `unavailable` */
export function countFailure(before: number, failure: unknown): number {
  const failures = isTransient(failure) ? before + 1 : 0;
  if (failures >= OUTAGE) throw new HttpError('unavailable', {}, failure);
  return failures;
}

interface ZipReading extends Reading {
  datasets: Pick<Datasets, 'tagsAt'>;
  imageLists: Pick<ImageLists, 'byIds'>;
}

type Outcome = { entry: PlannedEntry } & ({ content: Content } | { failure: unknown });

/**
 * The files of an archive in their order (Contract 4). Images that cannot be read are left out and listed in `errors.txt`,
 * the last file, which exists only if it has lines. Yields nothing if no image can be read.
 * @throws HttpError `unavailable` if Storage is unavailable; the reason of `signal`
 */
export async function* zipFiles(plan: ZipPlan, reading: ZipReading): AsyncGenerator<ZipFile> {
  const notes = [...plan.notes];
  const inArchive = new Map<string, string>();
  let failures = 0;
  let outage: unknown;
  for await (const { entry, ...outcome } of outcomes(plan, reading)) {
    if ('failure' in outcome) {
      failures = countFailure(failures, outcome.failure);
      if (failures > 0) outage = outcome.failure;
      notes.push(`${entry.path}: cannot be read`);
    } else if (entry.kind === 'mask' && !inArchive.has(entry.imageId)) {
      notes.push(`${entry.path}: mask of an image that is missing`);
    } else {
      failures = 0;
      if (entry.kind === 'image') inArchive.set(entry.imageId, entry.path);
      yield { path: entry.path, content: outcome.content };
    }
  }
  // The archive would be empty, because Storage is unavailable for the few images that were requested.
  if (inArchive.size === 0 && outage !== undefined) throw new HttpError('unavailable', {}, outage);
  if (inArchive.size === 0) return;
  if (plan.annotations !== null)
    yield piecedFile(plan.annotations, annotations(plan, inArchive, notes, reading));
  if (notes.length > 0) yield linesFile(ERRORS_FILE, notes);
}

const outcomes = (plan: ZipPlan, reading: ZipReading): AsyncGenerator<Outcome> =>
  inOrder(plan.entries, (entry) => tryEntry(entry, reading), { ...LEAD, weigh: ({ weight }) => weight });

async function tryEntry(entry: PlannedEntry, reading: ZipReading): Promise<Outcome> {
  try {
    return { entry, content: await readEntry(entry, reading) };
  } catch (failure) {
    if (reading.signal.aborted) throw failure;
    log('WARNING', 'image left out of the archive', { image: entry.imageId, reason: describeError(failure) });
    return { entry, failure };
  }
}

/**
 * Annotations are read when they are written, with the tags of that time: all together could be more than the memory.
 * @param paths of the images in the archive, by id
 * @param notes gets a line for each image that is gone by then
 */
async function* annotations(
  plan: ZipPlan,
  paths: ReadonlyMap<string, string>,
  notes: string[],
  reading: ZipReading,
): AsyncGenerator<string> {
  const images = new Map<string, CocoImage>();
  for (const [id, path] of paths) {
    const { width = 0, height = 0 } = plan.images.get(id) ?? {};
    images.set(id, { path, width, height });
  }
  // Read before the images, not as of one moment: images of a tag merged before this read are moved or in `merged`.
  const { tags, merged } = await reading.datasets.tagsAt(plan.dataset.id);
  const pages = withRenamedTags(annotated(plan.dataset.id, paths, notes, reading), merged);
  yield* annotationsJson(images, pages, tags);
}

async function* annotated(
  dataset: string,
  paths: ReadonlyMap<string, string>,
  notes: string[],
  { imageLists }: ZipReading,
): AsyncGenerator<ImageRecord[]> {
  const gone = new Map(paths);
  for await (const some of imageLists.byIds([...paths.keys()], ['tags', 'dataset'])) {
    const own = some.filter((image) => image.dataset === dataset);
    for (const { id } of own) gone.delete(id);
    yield own;
  }
  for (const path of gone.values()) notes.push(`${path}: deleted before its annotations were read`);
}

export const linesFile = (path: string, lines: readonly string[]): ZipFile => ({
  path,
  content: [Buffer.from(`${lines.join('\n')}\n`)],
});

export const piecedFile = (path: string, pieces: AsyncIterable<string>): ZipFile => ({
  path,
  content: Readable.from(inChunks(pieces), { objectMode: false }),
});

/** Characters of a chunk: each chunk costs the archive's writer some calls. */
const CHUNK = 65_536;

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
