/** What goes into the trash by itself: unlabelled images that are old, in no version and in no run (Contract 20). */
import { DAY } from '../../../../packages/records/src/dataset.ts';
import { type Expired, expiredImages } from '../../common/adapters/firestore/images/expired-images.ts';
import { type NextNumbers, nextNumbers } from '../../common/adapters/firestore/next-numbers.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { objects } from '../../common/adapters/objects.ts';
import { chunks } from '../../common/chunks.ts';
import { HttpError } from '../../common/errors.ts';
import type { PagePlace } from '../../common/ports.ts';
import { readRun } from '../../common/runs/read-run.ts';
import { namedFiles } from '../../common/storage/named-files.ts';
import { readManifest } from '../../common/versions/read-manifest.ts';

/** Unlabelled images that are looked for in versions and runs at once: for each round their files are read. */
const ROUND = 10_000;
/** Images whose predictions are looked for at once. */
const TOGETHER = 300;

/** Images that were made or changed later stay. Unix milliseconds. */
export const expiredBefore = (now: number, days: number): number => now - days * DAY;

export interface Round {
  /** Newest first. */
  images: Expired[];
  /** Where the next round begins; null: there is none. */
  next: PagePlace | null;
  /** Runs that were open. */
  open: readonly number[];
  /** What was looked at: none that were made later. */
  since: NextNumbers;
}

/**
 * @param before Unix milliseconds
 * @throws HttpError `unavailable` while a version or a run is being made, because it may name any image
 */
export async function findExpired(
  dataset: string,
  range: { before: number; after: PagePlace | null },
  signal: AbortSignal,
): Promise<Round> {
  const since = await nextNumbers(dataset);
  const [ofVersions, ofRuns] = await Promise.all([namedFiles(dataset, versions), namedFiles(dataset, runs)]);
  if (ofVersions.isBuilding || ofRuns.isBuilding)
    throw new HttpError('unavailable', {}, 'a version or a run is being made');
  const found = new Map<string, Expired>();
  let next: PagePlace | null = null;
  for await (const page of expiredImages(dataset, range)) {
    signal.throwIfAborted();
    for (const image of page) found.set(image.id, image);
    next = found.size >= ROUND ? (page.at(-1)?.place ?? null) : null;
    if (next) break;
  }
  for (const hash of found.size > 0 ? ofVersions.hashes : [])
    for await (const page of readManifest({ dataset, hash }, objects)) leaveOut(page);
  for (const hash of found.size > 0 ? ofRuns.hashes : [])
    for await (const page of readRun({ dataset, hash }, objects)) leaveOut(page);
  for (const some of chunks([...found.keys()], TOGETHER))
    for (const image of await toldOf(dataset, ofRuns.open, some)) found.delete(image);
  return { images: [...found.values()], next, open: ofRuns.open, since };

  function leaveOut(page: readonly { image: string }[]): void {
    signal.throwIfAborted();
    for (const { image } of page) found.delete(image);
  }
}

/**
 * Those of these images of which open runs were told.
 * @throws HttpError `unavailable` if one was closed: its file is being written
 */
export async function toldOf(
  dataset: string,
  open: readonly number[],
  images: readonly string[],
): Promise<Set<string>> {
  const told = new Set<string>();
  for (const run of open) {
    const found = await runs.areTold(dataset, run, images);
    if (!found) throw new HttpError('unavailable', {}, 'a run is being closed');
    for (const image of found) told.add(image);
  }
  return told;
}
