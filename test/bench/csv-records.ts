/** Image records that are generated, not stored, in pages like those of the adapter. */
import { createHash, randomBytes } from 'node:crypto';
import type { Annotation, ImageRecord } from '../../functions/src/common/model.ts';
import type { Datasets, ImageLists, Objects } from '../../functions/src/common/ports.ts';
import { datasetsOf, madeDataset, TAGS } from './made-datasets.ts';

const PAGE = 1000;

/** @param bucket in the URIs of the images */
export function madePorts(
  count: number,
  bucket: Pick<Objects, 'uri'>,
): { datasets: Datasets; imageLists: ImageLists } {
  return {
    datasets: datasetsOf(madeDataset),
    imageLists: { ofDataset: (id: string) => pages(id, count, bucket) } as unknown as ImageLists,
  };
}

async function* pages(
  dataset: string,
  count: number,
  bucket: Pick<Objects, 'uri'>,
): AsyncGenerator<ImageRecord[]> {
  for (let start = 0; start < count; start += PAGE) {
    yield Array.from({ length: Math.min(PAGE, count - start) }, (_, at) =>
      makeRecord(dataset, start + at, bucket),
    );
    // Like the pause between two answers of the database.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function makeRecord(dataset: string, at: number, bucket: Pick<Objects, 'uri'>): ImageRecord {
  const tag = `${TAGS[at % TAGS.length]}`;
  const box = (x: number): Annotation => ({
    type: 'rect',
    tag,
    x,
    y: 0.25,
    w: 0.125,
    h: 0.3,
    labeled: 'manual',
  });
  const id = randomBytes(10).toString('hex');
  return {
    id,
    dataset,
    tag,
    tags: [box(0.1), box(0.5)],
    tagsContained: [tag],
    set: 'PREDETERMINED',
    masks: [],
    revision: 0,
    setBefore: null,
    review: null,
    uri: bucket.uri(`dataset/${dataset}/${at}-${id}.jpg`),
    name: `frame-${at}.jpg`,
    date: at * 700,
    monitor: 'line-1',
    session: `session-${Math.floor(at / 5000)}`,
    originalFormat: 'jpeg',
    content: randomBytes(32).toString('hex'),
    width: 640,
    height: 480,
    look: lookAt(at),
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
