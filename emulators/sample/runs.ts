/** What two small real models say of the bolts: heads of packages/look, which have learned from few and from more labels. */
import sharp from 'sharp';
import { DESCRIPTOR, describe } from '../../packages/look/src/descriptor.ts';
import { fitHead, judge } from '../../packages/look/src/head.ts';
import { vectorsOf } from '../../packages/look/src/vectors.ts';
import type { SampleImage } from './image.ts';
import { RUNS_DATASET, TAG_IDS } from './names.ts';

export interface SampleRun {
  name: string;
  model: string;
  predictions: { image: string; predictions: { tag: string; score: number }[] }[];
}

/** Images that are not classified have no class in a version. */
const TAGS = TAG_IDS[RUNS_DATASET].filter((tag) => tag !== 'unclassified');
const MODELS = [
  { name: 'One label a class', labels: 1 },
  { name: 'All of the training set', labels: Number.POSITIVE_INFINITY },
];

export async function makeRuns(images: readonly SampleImage[]): Promise<SampleRun[]> {
  const looked = images.filter(({ plan }) => plan.dataset === RUNS_DATASET);
  const vectors = vectorsOf(await Promise.all(looked.map(vectorOf)));
  // An image that any version has in its training set.
  const taught = looked.flatMap(({ plan: { tag, set } }, row) =>
    tag !== null && TAGS.includes(tag) && set === 'TRAIN'
      ? [{ row, label: TAGS.indexOf(tag), burst: row }]
      : [],
  );
  return MODELS.map(({ name, labels }) => {
    const head = fitHead(vectors, firstOfEach(taught, labels), TAGS.length);
    const predictions = looked.map(({ plan }, row) => ({
      image: plan.id,
      predictions: [...judge(head, vectors, row)].map((share, at) => ({
        tag: TAGS[at] as string,
        score: Math.round(share * 1_000) / 1_000,
      })),
    }));
    return { name, model: `${DESCRIPTOR}, ridge`, predictions };
  });
}

function firstOfEach<Labelled extends { label: number }>(all: readonly Labelled[], most: number): Labelled[] {
  return TAGS.flatMap((_, label) => all.filter((each) => each.label === label).slice(0, most));
}

async function vectorOf({ objects }: SampleImage): Promise<Int8Array> {
  const { data, info } = await sharp(objects[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
  return describe({ data, width: info.width, height: info.height, channels: info.channels });
}
