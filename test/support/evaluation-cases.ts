/** Random images with objects and predictions: ties, empty classes, every area range, more than 100 boxes, masks. */
import { Random } from '../../emulators/scenes/random.ts';
import type { DetectionImage } from '../../packages/evaluate/src/detection.ts';
import type { Box, RunLengths, Shape } from '../../packages/evaluate/src/shapes.ts';

export interface EvaluationCase {
  classes: string[];
  images: DetectionImage[];
}

interface Planned {
  class: string;
  box: Box;
}

/** 32 and 96 are the limits of the area ranges. */
const SIDES = [3, 10, 20, 32, 40, 96, 110];
const PICTURE = 128;
const MANY = 105;

/** Every second one has masks, every tenth more than 100 predictions in an image. */
export function makeCase(number: number, seed: number): EvaluationCase {
  const random = new Random(seed, number);
  const shapeOf = number % 2 === 0 ? (box: Box): Shape => ({ box }) : maskWithin;
  const isCrowded = number % 20 < 2;
  const classes = ['a', 'b', 'c', 'd'].slice(0, isCrowded ? 1 : random.whole(1, 4));
  const images = Array.from({ length: random.whole(1, 5) }, (_, at): DetectionImage => {
    const truth = Array.from({ length: random.whole(0, 5) }, () => planObject(random, classes));
    const predictions = Array.from({ length: isCrowded && at === 0 ? MANY : random.whole(0, 6) }, () =>
      predict(random, truth, classes),
    );
    return {
      burst: at,
      truth: truth.map((each) => ({ class: each.class, ...shapeOf(each.box), ...ownArea(random) })),
      predictions: predictions.map(({ box, ...each }) => ({ ...each, ...shapeOf(box) })),
    };
  });
  return { classes, images };
}

function planObject(random: Random, classes: readonly string[]): Planned {
  const [width, height] = [random.pick(SIDES), random.pick(SIDES)];
  const [left, top] = [random.whole(0, PICTURE - width), random.whole(0, PICTURE - height)];
  return { class: random.pick(classes), box: [left, top, width, height] };
}

/** Mostly an object of the truth, a little moved; scores are often equal. */
function predict(random: Random, truth: readonly Planned[], classes: readonly string[]) {
  const near = truth.length > 0 && random.next() < 0.8 ? random.pick(truth) : planObject(random, classes);
  const score = random.next() < 0.5 ? random.whole(0, 10) / 10 : random.whole(0, 9999) / 10_000;
  return {
    class: random.next() < 0.85 ? near.class : random.pick(classes),
    score,
    box: near.box.map((edge) => Math.max(1, edge + random.whole(-2, 2))) as unknown as Box,
  };
}

const ownArea = (random: Random): { area?: number } =>
  random.next() < 0.2 ? { area: random.pick([0, 1023.5, 1024, 9216, 9217]) } : {};

/** The largest ellipse in a box; what is outside of the picture is cut off. */
function maskWithin([left, top, width, height]: Box): { mask: RunLengths } {
  const pixels = Array.from({ length: PICTURE * PICTURE }, (_, at) => {
    const x = (2 * (Math.floor(at / PICTURE) + 0.5 - left)) / width - 1;
    const y = (2 * ((at % PICTURE) + 0.5 - top)) / height - 1;
    return x * x + y * y <= 1;
  });
  const counts = [0];
  for (const isInside of pixels) {
    if (isInside !== (counts.length % 2 === 0)) counts.push(0);
    counts[counts.length - 1]!++;
  }
  return { mask: { size: [PICTURE, PICTURE], counts } };
}
