/**
 * Annotation crops per second, compared with a bare loop of sharp over the same files. `node test/bench/crops.ts [images]`,
 * by default 200 with 3 boxes each.
 */

import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { imageLists } from '../../functions/src/common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { objects } from '../../functions/src/common/adapters/objects.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import type { ImageLists, Objects } from '../../functions/src/common/ports.ts';
import { cropAnnotations } from '../../functions/src/dataset/crops/crop-annotations.ts';
import { cropWindow } from '../../functions/src/dataset/crops/crop-window.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { datasetRecord } from '../support/dataset-record.ts';
import { imageRecord } from '../support/image-record.ts';
import { standIn } from '../support/stand-in.ts';
import { datasetsOf } from './made-datasets.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 5;
/** The same encoder settings as in the service. */
const WEBP = { quality: 82, effort: 2 };

interface Picture {
  record: ImageRecord;
  jpeg: Buffer;
}

export async function benchCrops(images = 200, boxes = 3): Promise<Row[]> {
  process.env.ACCESS = 'open';
  const pictures = await drawPictures(images, boxes);
  sharp.concurrency(1);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await seconds(() => cutBare(pictures));
    const ours = await seconds(() => cutOurs(pictures, images * boxes));
    // The first round only warms up.
    if (round > 0) rounds.push({ ours, bare });
  }
  const rate = (of: 'ours' | 'bare') => Math.round((images * boxes) / median(rounds.map((each) => each[of])));
  return [
    {
      name: `crops: ${images} images of 640 x 480, ${boxes} crops each`,
      ours: rate('ours'),
      reference: rate('bare'),
      unit: 'crops/s',
      bar: '>= 0.95',
      ratio: median(rounds.map(({ ours, bare }) => bare / ours)),
      note: 'reference: as many images at once as there are cores',
    },
  ];
}

async function drawPictures(images: number, boxes: number): Promise<Picture[]> {
  const drawn = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => (await drawScene({ seed, kind: 'parts' })).jpeg),
  );
  return Array.from({ length: images }, (_, at) => ({
    jpeg: drawn[at % drawn.length] as Buffer,
    record: imageRecord({
      id: `i${at}`,
      uri: `gs://b/dataset/d/i${at}`,
      name: `${at}.jpg`,
      dataset: 'd',
      tagsContained: ['t'],
      content: 'x',
      width: 640,
      height: 480,
      tags: Array.from({ length: boxes }, (_, box) => boxAt(at + box)),
    }),
  }));
}

const boxAt = (number: number): Annotation => ({
  type: 'rect',
  tag: 't',
  labeled: 'manual',
  w: 0.2,
  h: 0.25,
  x: ((number * 37) % 70) / 100,
  y: ((number * 53) % 70) / 100,
});

/** Decodes each image once and cuts its crops from the pixels; nothing else. */
async function cutBare(pictures: readonly Picture[]): Promise<void> {
  const waiting = pictures.values();
  const worker = async () => {
    for (const { jpeg, record } of waiting) {
      const { data, info } = await sharp(jpeg).autoOrient().raw().toBuffer({ resolveWithObject: true });
      for (const tag of record.tags) {
        const window = cropWindow(tag, info.width, info.height);
        if (window) await sharp(data, { raw: info }).extract(window).webp(WEBP).toBuffer();
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

async function cutOurs(pictures: readonly Picture[], expected: number): Promise<void> {
  const bytes = new Map(pictures.map(({ record, jpeg }) => [record.id, jpeg]));
  const ports = {
    datasets: datasetsOf(() => dataset),
    imageLists: { ofTag: () => [pictures.map(({ record }) => record)] } as unknown as ImageLists,
    objects: {
      nameOf: (uri: string) => uri.slice('gs://b/'.length),
      read: (name: string) => Readable.from([bytes.get(name.slice('dataset/d/'.length))]),
    } as unknown as Objects,
  };
  standIn({ datasets, imageLists, objects }, ports);
  const { signal } = new AbortController();
  const query = new URLSearchParams();
  const input = { dataset: 'd', caller: { kind: 'anyone' as const }, tag: 't', query, signal };
  const crops = JSON.parse(String(await buffer(await cropAnnotations(input)))) as unknown[];
  if (crops.length !== expected) throw new Error(`${crops.length} crops instead of ${expected}`);
}

const dataset = datasetRecord({ type: 'imageObjectDetection', owner: '' });

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

if (import.meta.main) console.table(await benchCrops(...process.argv.slice(2).map(Number)));
