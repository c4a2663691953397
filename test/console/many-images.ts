/** A dataset with very many images, written past the functions: their records, groups and counters as the functions keep them. */
import type { Firestore } from '@google-cloud/firestore';
import sharp from 'sharp';
import { ACCESS } from '../../emulators/sample/records.ts';
import { bucketOf } from '../../emulators/stack/environment.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';

export interface Many {
  dataset: string;
  images: number;
  /** Sessions, which have about as many images each. */
  groups: number;
}

const TAGS = ['good', 'worn', 'bent'];
/** Unix milliseconds of the first image, between two images, and between the last of a session and the next one's first. */
const FIRST = 1_790_000_000_000;
const STEP = 1_000;
const PAUSE = 3_600_000;
/** Records of a commit, and commits at once. */
const TOGETHER = 500;
const PARALLEL = 6;

export async function writeMany(firestore: Firestore, many: Many): Promise<void> {
  const { dataset, images } = many;
  const reference = firestore.doc(`dataset/${dataset}`);
  const thumbnails = await Promise.all(Array.from({ length: 12 }, (_, at) => thumbnail(at)));
  const starts = Array.from({ length: Math.ceil(images / TOGETHER) }, (_, at) => at * TOGETHER).values();
  const worker = async () => {
    for (const start of starts) {
      const batch = firestore.batch();
      for (let at = start; at < Math.min(images, start + TOGETHER); at += 1) {
        const id = `${dataset}-${String(at).padStart(6, '0')}`;
        batch.create(firestore.doc(`image/${id}`), {
          ...recordOf(many, at, id),
          dataset: reference,
          tag: reference.collection('tag').doc(tagOf(at)),
          tagsContained: [reference.collection('tag').doc(tagOf(at))],
          monitor: firestore.doc('monitor/line-1'),
          imageData: thumbnails[at % thumbnails.length],
        });
      }
      await batch.commit();
    }
  };
  await Promise.all([...Array.from({ length: PARALLEL }, worker), writeGroups(firestore, many)]);
  // Its counters come last: what they promise is there.
  await writeCounters(firestore, many);
}

const thumbnail = (hue: number): Promise<Buffer> => {
  const background = { r: 20 * hue, g: 120, b: 255 - 20 * hue };
  return sharp({ create: { width: 300, height: 225, channels: 3, background, noise: NOISE } })
    .webp({ quality: 40 })
    .toBuffer();
};
/** As many bytes as a photograph has. */
const NOISE = { type: 'gaussian', mean: 128, sigma: 12 } as const;

const tagOf = (at: number): string => TAGS[at % TAGS.length] as string;
const groupOf = ({ images, groups }: Many, at: number): number => Math.floor((at * groups) / images);
const nameOf = (group: number): string => `line-1.${String(group).padStart(5, '0')}`;
const dateOf = (many: Many, at: number): number => FIRST + at * STEP + groupOf(many, at) * PAUSE;

function recordOf(many: Many, at: number, id: string) {
  const made = new Date(dateOf(many, at));
  return {
    uri: `gs://${bucketOf()}/dataset/${many.dataset}/${id}.jpg`,
    encoded: `dataset--${many.dataset}--${id}.jpg`,
    name: `${id}.jpg`,
    tags: [],
    set: 'TRAIN',
    date: dateOf(many, at),
    session: nameOf(groupOf(many, at)),
    createdDate: made,
    updatedAt: made,
    originalFormat: 'jpeg',
    content: id,
    width: 640,
    height: 480,
    shard: shardOf(many.dataset, id),
    labelled: true,
  };
}

async function writeGroups(firestore: Firestore, many: Many): Promise<void> {
  const numbers = Array.from({ length: many.images }, (_, at) => at);
  const groups = Map.groupBy(numbers, (at) => groupOf(many, at));
  const writer = firestore.bulkWriter();
  for (const [group, members] of groups) {
    const dates = members.map((at) => dateOf(many, at));
    void writer.create(firestore.doc(`dataset/${many.dataset}/timeline/${nameOf(group)}`), {
      session: nameOf(group),
      monitor: 'line-1',
      imageCounter: members.length,
      first: dates[0],
      last: dates.at(-1),
    });
  }
  await writer.close();
}

async function writeCounters(firestore: Firestore, { dataset, images }: Many): Promise<void> {
  const sets = (count: number) => ({ TRAIN: count, TEST: 0, VALIDATION: 0, PREDETERMINED: 0, REVIEW: 0 });
  const tags = TAGS.map((id, index) => {
    const count = Math.ceil((images - index) / TAGS.length);
    const counters = { imageCounter: count, annotationCounter: 0, sets: sets(count) };
    return { id, name: id, color: '', ...counters, unclassified: false };
  });
  const counted = { imageCounter: images, unlabelledCounter: 0, sets: sets(images) };
  const batch = firestore.batch();
  const reference = firestore.doc(`dataset/${dataset}`);
  const made = { type: 'MULTICLASS', name: 'A long line', tags, createdAt: new Date(FIRST) };
  batch.set(reference, { ...made, ...counted, ...ACCESS });
  for (const tag of tags) batch.set(reference.collection('tag').doc(tag.id), tag);
  const tag = Object.fromEntries(
    tags.map(({ id, imageCounter, sets: ofTag }) => [
      id,
      { images: imageCounter, annotations: 0, sets: ofTag },
    ]),
  );
  batch.set(reference.collection('counter').doc('base'), { images, unlabelled: 0, sets: sets(images), tag });
  await batch.commit();
}
