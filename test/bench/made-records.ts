/**
 * Image records that are made when they are read, so that there may be any number of them: the record at each place is always
 * the same, in the order of the ids. `test/bench/made-firestore.ts` serves them as a database.
 */

import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { bucketOf } from '../../emulators/stack/environment.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import type { Datasets, ImageLists, Objects } from '../../functions/src/common/ports.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { datasetsOf, madeDataset, TAGS } from './made-datasets.ts';

/** Of the processes that read the records: their images are in its bucket. */
export const PROJECT = 'demo-exports';

const PAGE = 1000;
/** Ids begin with 10 hexadecimal digits that are spread evenly over all images. */
const SPREAD = 16 ** 10;
/** Cameras number their frames from 1 again, so names repeat. */
const NAMES = 50_000;

/** Places of images: from the first to before the last. */
export interface Range {
  from: number;
  to: number;
}

export const idAt = (at: number, images: number): string => {
  const spread = Math.floor((at / images) * SPREAD)
    .toString(16)
    .padStart(10, '0');
  return `${spread}${createHash('sha256').update(String(at)).digest('hex').slice(0, 10)}`;
};

/** Place of the image with this id. */
export const placeOf = (id: string, images: number): number =>
  Math.ceil((Number.parseInt(id.slice(0, 10), 16) / SPREAD) * images);

/** URI of an object, by its name. */
type ToUri = Objects['uri'];
const inBucket: ToUri = (name) => `gs://${bucketOf(PROJECT)}/${name}`;

export function recordAt(at: number, images: number, dataset: string, toUri = inBucket): ImageRecord {
  const id = idAt(at, images);
  const tag = TAGS[at % TAGS.length] as string;
  const box = (x: number): Annotation => ({
    ...{ type: 'rect', tag, x, y: 0.25, w: 0.125, h: 0.3, labeled: 'manual' },
  });
  return {
    ...{ id, dataset, tag, tags: [box(0.1), box(0.5)], tagsContained: [tag], set: 'PREDETERMINED' },
    ...{ masks: [], revision: 0, setBefore: null, review: null, checked: false },
    uri: toUri(`dataset/${dataset}/${id}.jpg`),
    name: `frame-${at % NAMES}.jpg`,
    date: 1_790_000_000_000 + at * 700,
    monitor: 'line-1',
    session: `session-${Math.floor(at / 5000)}`,
    originalFormat: 'jpeg',
    content: createHash('sha256').update(`content ${at}`).digest('hex'),
    ...{ width: 640, height: 480, look: lookAt(at) },
  };
}

/** Scenes of 40 frames whose hashes differ in one or two bits. */
export function lookAt(at: number): string {
  const scene = createHash('sha256')
    .update(`${Math.floor(at / 40)}`)
    .digest('hex')
    .slice(0, 15);
  return `${scene}${(at % 4).toString(16)}`;
}

/** Pages as the database's adapter gives them. */
export async function* pagesOf(
  range: Range,
  images: number,
  dataset: string,
  toUri = inBucket,
): AsyncGenerator<ImageRecord[]> {
  for (let start = range.from; start < range.to; start += PAGE) {
    const length = Math.min(PAGE, range.to - start);
    yield Array.from({ length }, (_, at) => recordAt(start + at, images, dataset, toUri));
    // Like the pause between two answers.
    await turn();
  }
}

/** Every dataset that is asked for has this many images. */
export const madePorts = (
  images: number,
  { uri }: Pick<Objects, 'uri'>,
): { datasets: Datasets; imageLists: ImageLists } => ({
  datasets: datasetsOf(madeDataset),
  imageLists: {
    ofDataset: (id: string) => pagesOf({ from: 0, to: images }, images, id, uri),
  } as unknown as ImageLists,
});
