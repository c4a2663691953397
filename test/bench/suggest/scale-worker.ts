/** 100,000 vectors in this process: suggests a class for each of them, looks for similar ones, doubts labels, and prints what it took. */
import { Random } from '../../../emulators/scenes/random.ts';
import { DESCRIPTOR_LENGTH } from '../../../packages/look/src/descriptor.ts';
import { doubtsAmong } from '../../../packages/look/src/doubts.ts';
import { fitHead, judge } from '../../../packages/look/src/head.ts';
import { nearest } from '../../../packages/look/src/neighbours.ts';
import { spreadOf } from '../../../packages/look/src/vectors.ts';
import { peakOf } from '../../support/process-cost.ts';

const IMAGES = 100_000;
const [CLASSES, LABELLED] = [5, 100];

const random = new Random(1);
const values = new Int8Array(IMAGES * DESCRIPTOR_LENGTH).map(() => random.whole(-127, 127));
const vectors = { width: DESCRIPTOR_LENGTH, count: IMAGES, values };

const seconds = (work: () => void): number => {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
};

const suggesting = seconds(() => {
  const labelled = Array.from({ length: LABELLED }, (_, row) => ({ row, label: row % CLASSES, burst: row }));
  const head = fitHead(vectors, labelled, CLASSES);
  for (let row = 0; row < IMAGES; row++) judge(head, vectors, row);
});
const similar = seconds(() => nearest(vectors, 0, 50));
const peak = await peakOf(process.pid);

/** All values count, also where edges are. */
const spread = spreadOf(vectors);
const doubting = (count: number): number =>
  seconds(() => {
    const labelled = Array.from({ length: count }, (_, row) => ({ row, label: row % CLASSES, burst: row }));
    doubtsAmong({ vectors, labelled, classes: CLASSES, spread });
  });
const [some, all] = [doubting(IMAGES / 10), doubting(IMAGES)];
console.log(
  JSON.stringify({ suggesting, similar, peak, some, all, doubtingPeak: await peakOf(process.pid) }),
);
