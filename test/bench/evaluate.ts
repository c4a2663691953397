/** 100,000 images with ten boxes each, made and evaluated in this process. */
import { Random } from '../../emulators/scenes/random.ts';
import { DetectionEvaluator, type DetectionImage } from '../../packages/evaluate/src/detection.ts';
import type { Box } from '../../packages/evaluate/src/shapes.ts';
import { megabytes, peakOf } from '../support/process-cost.ts';
import { figure, type Row } from './row.ts';

const IMAGES = 100_000;
const BOXES = 10;
const CLASSES = ['a', 'b', 'c', 'd', 'e'];

export async function benchEvaluate(): Promise<Row[]> {
  const random = new Random(1);
  const evaluator = new DetectionEvaluator({ classes: CLASSES });
  const before = process.cpuUsage();
  for (let burst = 0; burst < IMAGES; burst += 1) evaluator.add(makeImage(random, burst));
  evaluator.figures();
  const { user, system } = process.cpuUsage(before);
  return [
    { ...figure('evaluate: processor time', (user + system) / 1e6, 's'), bar: '<= 60 s' },
    { ...figure('evaluate: peak memory', megabytes(await peakOf(process.pid)), 'MB'), bar: '<= 512 MB' },
  ];
}

function makeImage(random: Random, burst: number): DetectionImage {
  const truth = Array.from({ length: BOXES }, () => ({
    class: random.pick(CLASSES),
    box: [random.whole(0, 1000), random.whole(0, 1000), random.whole(5, 200), random.whole(5, 200)] as Box,
  }));
  const predictions = truth.map(({ box: [x, y, width, height], ...each }) => ({
    class: random.next() < 0.9 ? each.class : random.pick(CLASSES),
    score: random.next(),
    box: [x + random.whole(-5, 5), y + random.whole(-5, 5), width, height] as Box,
  }));
  return { burst, truth, predictions };
}
