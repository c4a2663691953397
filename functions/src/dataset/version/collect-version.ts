import { lineWithoutSet, type ManifestMask } from '../../common/manifest.ts';
import type { ImageRecord } from '../../common/model.ts';
import { originalOf, ownObject } from '../../common/own-objects.ts';
import type { ImageFilter, ObjectStat, Objects } from '../../common/ports.ts';
import { type SplitImage, toSplitImage } from '../split/groups.ts';
import { fitsFilter } from './fits-filter.ts';
import type { SpooledLine } from './line-spool.ts';
import { VersionTally } from './version-tally.ts';

/** The fields of a record that the lines, the split and the filter need. */
export const VERSION_FIELDS = [
  'uri',
  'name',
  'dataset',
  'tag',
  'tags',
  'tagsContained',
  'set',
  'date',
  'monitor',
  'session',
  'content',
  'look',
  'width',
  'height',
  'masks',
] as const satisfies readonly (keyof ImageRecord)[];

/** Takes the images of a version one by one, and their lines page by page in the same order. */
export interface Sink {
  image(image: SplitImage): void;
  /** Absent if the lines are not needed. */
  lines?(lines: readonly SpooledLine[]): Promise<void>;
}

type Stats = ReadonlyMap<string, ObjectStat>;

/**
 * Reads the records once, and asks Storage for the generations and sizes of their objects, page by page. Images in REVIEW,
 * missing objects and objects of other datasets are left out and counted.
 * @param signal stops it before the next page
 */
export async function collectVersion(
  pages: AsyncIterable<readonly ImageRecord[]>,
  { filter, signal, sink }: { filter: ImageFilter; signal: AbortSignal; sink: Sink },
  objects: Objects,
): Promise<VersionTally> {
  const tally = new VersionTally();
  for await (const page of pages) {
    signal.throwIfAborted();
    const wanted = page.filter((record) => fitsFilter(record, filter) && isTaken(record, tally));
    const stats = await objects.stats(wanted.flatMap((record) => namesOf(record, objects)));
    const lines: SpooledLine[] = [];
    for (const record of wanted) {
      const line = lineOf(record, stats, tally, objects);
      if (line === null) continue;
      lines.push([record.id, line]);
      sink.image(toSplitImage(record));
    }
    await sink.lines?.(lines);
  }
  return tally;
}

function isTaken({ set }: ImageRecord, tally: VersionTally): boolean {
  if (set === 'REVIEW') tally.drop('set is REVIEW');
  return set !== 'REVIEW';
}

/** Names of its objects: the original first, `''` for one that does not belong to the dataset. */
const objectsOf = ({ masks, dataset, ...record }: ImageRecord, objects: Objects) => ({
  original: originalOf({ ...record, dataset }, objects) ?? '',
  masks: masks.map(({ uri }) => ownObject(uri, dataset, objects) ?? ''),
});

function namesOf(record: ImageRecord, objects: Objects): string[] {
  const { original, masks } = objectsOf(record, objects);
  return original === '' ? [] : [original, ...masks.filter((name) => name !== '')];
}

function lineOf(record: ImageRecord, stats: Stats, tally: VersionTally, objects: Objects): string | null {
  const names = objectsOf(record, objects);
  const stat = stats.get(names.original);
  if (!stat) {
    tally.drop(names.original === '' ? 'cannot be read' : 'file not found');
    return null;
  }
  const masks: ManifestMask[] = [];
  for (const [index, { tag, uri }] of record.masks.entries()) {
    const name = names.masks[index] as string;
    const mask = stats.get(name);
    if (mask) masks.push({ tag, uri, generation: mask.generation });
    else tally.drop(name === '' ? 'mask cannot be read' : 'mask not found');
  }
  tally.add(
    record,
    stat.size,
    masks.map(({ tag }) => tag),
  );
  return lineWithoutSet(record, stat, masks);
}
