import type { Classes } from '../../../../packages/formats/src/write/export-source.ts';
import type { ManifestMask } from '../../../../packages/records/src/manifest.ts';
import { containedTags, hasLabels, isSuggested } from '../../common/images/list-fields.ts';
import type { ImageRecord } from '../../common/model.ts';
import type { ObjectStat, Objects } from '../../common/ports.ts';
import { originalOf, ownObject } from '../../common/storage/own-objects.ts';
import { lineWithoutSet } from '../../common/versions/manifest.ts';
import type { VersionParameters } from '../../common/versions/version-ports.ts';
import { CSV_FIELDS } from '../csv/collect-images.ts';
import { toSplitImage } from '../split/groups.ts';
import type { SplitImage } from '../split/packed-images.ts';
import { fitsFilter } from './fits-filter.ts';
import type { SpooledLine } from './line-spool.ts';
import { VersionTally } from './version-tally.ts';

/** The fields of a record that the lines, the split and the filter need. */
export const VERSION_FIELDS = [
  ...CSV_FIELDS,
  'name',
  'dataset',
  'monitor',
  'width',
  'height',
  'checked',
  'suggested',
] as const satisfies readonly (keyof ImageRecord)[];

/** Takes the images of a version one by one, and their lines page by page in the same order. */
export interface Sink {
  image(image: SplitImage): void;
  /** Absent if the lines are not needed. */
  lines?(lines: readonly SpooledLine[]): Promise<void>;
}

export interface Collecting extends Pick<VersionParameters, 'filter' | 'inference' | 'unchecked'> {
  signal: AbortSignal;
  sink: Sink;
  /** Of the version. */
  classes: Classes;
}

type Stats = ReadonlyMap<string, ObjectStat>;

/**
 * Reads the records once, and asks Storage for the generations and sizes of their objects, page by page. Images in REVIEW,
 * missing objects and objects of other datasets are left out and counted.
 * @param signal stops it before the next page
 */
export async function collectVersion(
  pages: AsyncIterable<readonly ImageRecord[]>,
  collecting: Collecting,
  objects: Objects,
): Promise<VersionTally> {
  const { filter, signal, sink, classes } = collecting;
  const tally = new VersionTally(classes);
  for await (const page of pages) {
    signal.throwIfAborted();
    const wanted = page
      .filter((record) => fitsFilter(record, filter))
      .map((record) => (collecting.inference === 'exclude' ? withoutInference(record) : record))
      .filter((record) => isTaken(record, collecting, tally))
      .map((record) => ({ record, names: objectsOf(record, objects) }));
    const stats = await objects.stats(wanted.flatMap(({ names }) => namesOf(names)));
    const lines: SpooledLine[] = [];
    for (const { record, names } of wanted) {
      const line = lineOf(record, names, stats, tally);
      if (line === null) continue;
      lines.push([record.id, line]);
      sink.image(toSplitImage(record));
    }
    await sink.lines?.(lines);
  }
  return tally;
}

function isTaken(record: ImageRecord, { unchecked }: Collecting, tally: VersionTally): boolean {
  const isUnknown = unchecked === 'exclude' && !record.checked && !hasLabels(record);
  const reason = record.set === 'REVIEW' ? 'set is REVIEW' : isUnknown ? 'not checked' : null;
  if (reason !== null) tally.drop(reason);
  return reason === null;
}

/** An image whose annotations are all left out has not been checked: what a model saw there may be there. */
function withoutInference(record: ImageRecord): ImageRecord {
  const tags = record.tags.filter(({ labeled }) => labeled === 'manual');
  const tag = isSuggested(record) ? null : record.tag;
  if (tags.length === record.tags.length && tag === record.tag) return record;
  const left = { ...record, tag, tags, tagsContained: containedTags(tag, tags, record.masks) };
  return { ...left, checked: record.checked && hasLabels(left) };
}

/** Names of the objects of an image; `''` for one that does not belong to the dataset. */
interface Names {
  original: string;
  masks: string[];
}

const objectsOf = ({ uri, masks, dataset }: ImageRecord, objects: Objects): Names => ({
  original: originalOf({ uri, dataset }, objects) ?? '',
  masks: masks.map((mask) => ownObject(mask.uri, dataset, objects) ?? ''),
});

const namesOf = ({ original, masks }: Names): string[] =>
  original === '' ? [] : [original, ...masks.filter((name) => name !== '')];

function lineOf(record: ImageRecord, names: Names, stats: Stats, tally: VersionTally): string | null {
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
