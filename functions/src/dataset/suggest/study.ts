/** What the labels of a dataset say about its other images (Contract 15). */

import { fitHead, type Head, type Labelled } from '../../../../packages/look/src/head.ts';
import { partsOf } from '../../../../packages/look/src/parts.ts';
import type { Vectors } from '../../../../packages/look/src/vectors.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { isPauseDue, pause } from '../../common/concurrency/pause.ts';
import { isSuggested } from '../../common/images/list-fields.ts';
import type { Dataset, ImageRecord, Tag } from '../../common/model.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { gatherGroups } from '../split/groups.ts';
import { PackedImages } from '../split/packed-images.ts';
import { copiesAmong } from './near-copies.ts';
import { refused, requireVectors } from './require-suggest.ts';
import { readVectors, type Seen } from './vector-part.ts';

export interface Study {
  /** In the order of their ids: the rows of `vectors`. */
  images: readonly Seen[];
  vectors: Vectors;
  /** By row: the number of the image's burst (Contract 4). */
  bursts: Uint32Array;
  /** Ids of the tags that are a class. */
  classes: readonly string[];
  /** By class, in their order; near copies have the burst of one of them. */
  labelled: readonly Labelled[];
  /** Null where labels are too few. */
  head: Head | null;
}

/** Labels that are learned from, of all classes together and of one: with more, accuracy hardly rises, but the time does. */
const MOST_LABELS = 600;
const LABELS = { least: 5, most: 100 };
/** Records of a class that are looked at for them. */
const MOST_RECORDS = 1000;

export const classTags = (tags: readonly Tag[]): string[] =>
  tags.flatMap(({ id, unclassified }) => (unclassified ? [] : [id]));

/** Whether the class of an image is a model's that no person has accepted. */
const isInferred = (image: ImageRecord): boolean =>
  isSuggested(image) || image.tags.some(({ labeled }) => labeled === 'inference');

/** The class that somebody has given an image. */
export const labelOf = (image: ImageRecord, classes: ReadonlySet<string>): string | null =>
  image.tag !== null && classes.has(image.tag) && !isInferred(image) ? image.tag : null;

/** @throws HttpError `suggest refused` */
export async function studyLabels(dataset: Dataset, reading: Reading): Promise<Study> {
  const { parts } = requireVectors(dataset);
  const classes = classTags(await datasets.tags(dataset));
  const { images, vectors, places } = await readVectors({ dataset: dataset.id, parts }, reading);
  const rows = new Map(images.map(({ id }, row) => [id, row]));
  const bursts = burstsOf(images);
  const found: Labelled[] = [];
  for (const [label, tag] of classes.entries())
    for (const id of await labelledImages(dataset.id, tag, classes)) {
      const row = rows.get(id);
      if (row !== undefined) found.push({ row, label, burst: bursts[row]! });
    }
  const copies = await copiesAmong(
    dataset.id,
    found.map(({ row }) => places[row]!),
    reading,
  );
  const joined = partsOf(
    found.map(({ burst }) => burst),
    copies,
    found.map(({ label }) => label),
  );
  const labelled = found.map((each, at) => ({ ...each, burst: joined?.[at] ?? each.burst }));
  if (isPauseDue()) await pause();
  const head = isEnough(labelled) ? fitHead(vectors, labelled, classes.length) : null;
  return { images, vectors, bursts, classes, labelled, head };
}

/** @throws HttpError `suggest refused` */
export function requireHead({ head }: Study): Head {
  if (!head) throw refused('at least two classes need labelled images of two bursts each, with vectors');
  return head;
}

/** The first images of a class in the order of their ids. Those in REVIEW teach nothing: somebody doubts them. */
export async function labelledImages(
  dataset: string,
  tag: string,
  classes: readonly string[],
): Promise<string[]> {
  const { least, most } = LABELS;
  const wanted = Math.min(most, Math.max(least, Math.floor(MOST_LABELS / classes.length)));
  const known = new Set(classes);
  const found: string[] = [];
  let seen = 0;
  for await (const page of imageLists.ofTag(dataset, tag, null)) {
    for (const image of page)
      if (image.dataset === dataset && image.set !== 'REVIEW' && labelOf(image, known) === tag)
        found.push(image.id);
    seen += page.length;
    if (found.length >= wanted || seen >= MOST_RECORDS) break;
  }
  return found.slice(0, wanted);
}

/** The number of the burst of each image (Contract 4). */
function burstsOf(images: readonly Seen[]): Uint32Array {
  const packed = new PackedImages();
  for (const image of images)
    packed.add({ ...image, content: image.content || image.id, set: 'TRAIN', tags: [] });
  const { members, starts } = gatherGroups(packed, 'burst', Number.POSITIVE_INFINITY);
  const groups = new Uint32Array(images.length);
  for (let group = 0; group + 1 < starts.length; group += 1)
    for (let at = starts[group]!; at < starts[group + 1]!; at += 1) groups[members[at]!] = group;
  return groups;
}

/** Bursts of each class, by its place. */
export function burstCounts(labelled: readonly Labelled[]): Map<number, number> {
  const bursts = new Map<number, Set<number>>();
  for (const { label, burst } of labelled) bursts.set(label, (bursts.get(label) ?? new Set()).add(burst));
  return new Map(Array.from(bursts, ([label, each]) => [label, each.size]));
}

/** Two classes of which something is left when a burst is left out. */
const isEnough = (labelled: readonly Labelled[]): boolean =>
  [...burstCounts(labelled).values()].filter((bursts) => bursts > 1).length > 1;
