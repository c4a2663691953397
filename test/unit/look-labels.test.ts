/**
 * A head from few labels: leaving out is exact and goes by bursts, scores can be trusted, wrong labels stand first, what is
 * near and what is unusual.
 * @covers Contract 15: suggestions, accuracy with whole bursts left out, calibrated scores, wrong, unusual, similar
 */
import { expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { DESCRIPTOR_LENGTH } from '../../packages/look/src/descriptor.ts';
import { doubtsAmong } from '../../packages/look/src/doubts.ts';
import { GRADIENTS } from '../../packages/look/src/gradients.ts';
import { fitHead, judge, type Labelled } from '../../packages/look/src/head.ts';
import { likeliest, mostInstructive, reportOf } from '../../packages/look/src/labels.ts';
import { nearest, unusual } from '../../packages/look/src/neighbours.ts';
import { fitRidge } from '../../packages/look/src/ridge.ts';
import { type Vectors, vectorsOf } from '../../packages/look/src/vectors.ts';

const [WIDTH, CLASSES] = [24, 3];

/** Points around a centre for each class; the class is the row modulo the classes. */
function clusters(count: number, seed: number, spread = 18): Vectors {
  const random = new Random(seed);
  const centres = Array.from({ length: CLASSES }, () =>
    Array.from({ length: WIDTH }, () => random.between(-40, 40)),
  );
  return vectorsOf(
    Array.from({ length: count }, (_, row) =>
      Int8Array.from(centres[row % CLASSES]!, (value) =>
        Math.max(-127, Math.min(127, value + spread * random.bell())),
      ),
    ),
  );
}

const known = (rows: readonly number[], labelOf = (row: number) => row % CLASSES): Labelled[] =>
  rows.map((row) => ({ row, label: labelOf(row), burst: row }));
const upTo = (count: number) => Array.from({ length: count }, (_, row) => row);

test('leaving a group out says what a fit without it says', () => {
  const random = new Random(3);
  const rows = upTo(12).map(() => Float64Array.from({ length: 30 }, () => random.bell() / 5));
  const targets = [
    Float64Array.from(rows, () => random.bell()),
    Float64Array.from(rows, () => random.bell()),
  ];
  const penalties = rows.map(() => random.between(0.05, 0.4));
  const groups = [0, 0, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7];
  const { leftOut } = fitRidge({ rows, penalties, targets, groups });
  for (const [at, group] of groups.entries()) {
    const others = upTo(12).filter((row) => groups[row] !== group);
    const { weights } = fitRidge({
      rows: others.map((row) => rows[row]!),
      penalties: others.map((row) => penalties[row]!),
      targets: targets.map((target) => Float64Array.from(others, (row) => target[row]!)),
      groups: others.map((row) => groups[row]!),
    });
    for (const [target, weight] of weights.entries()) {
      const said = rows[at]!.reduce((sum, value, place) => sum + value * weight[place]!, weight.at(-1)!);
      expect(leftOut[at]![target]).toBeCloseTo(said, 9);
    }
  }
});

test('few labels give the rest, with scores that say how often they are right', () => {
  const vectors = clusters(630, 1, 50);
  const head = fitHead(vectors, known(upTo(60)), CLASSES);
  const judged = upTo(630)
    .slice(60)
    .map((row) => ({ row, shares: judge(head, vectors, row) }));
  const right =
    judged.filter(({ row, shares }) => likeliest(shares) === row % CLASSES).length / judged.length;
  const score = judged.reduce((sum, { shares }) => sum + Math.max(...shares), 0) / judged.length;
  expect(right).toBeGreaterThan(0.7);
  expect(right).toBeLessThan(0.99);
  expect(Math.abs(score - right)).toBeLessThan(0.07);
  expect(Math.abs(reportOf(head).accuracy! - right)).toBeLessThan(0.12);
});

test('near copies do not flatter: a burst is left out as a whole', () => {
  // Noise of which each image comes three times says nothing about its random class.
  const random = new Random(5);
  const images = upTo(20).map(() => Int8Array.from({ length: WIDTH }, () => random.whole(-100, 100)));
  const vectors = vectorsOf([...images, ...images, ...images]);
  const labelled = upTo(60).map((row) => ({ row, label: (row % 20) % 2, burst: row % 20 }));
  const flattered = labelled.map((each) => ({ ...each, burst: each.row }));
  expect(reportOf(fitHead(vectors, flattered, 2)).accuracy).toBe(1);
  expect(reportOf(fitHead(vectors, labelled, 2)).accuracy).toBeLessThan(0.8);
});

test('the report counts labels by class, also of a class that nobody has labelled', () => {
  const vectors = clusters(30, 2);
  const rows = upTo(30).filter((row) => row % CLASSES !== 2);
  const report = reportOf(fitHead(vectors, known(rows), CLASSES));
  expect(report.classes.map(({ labelled }) => labelled)).toEqual([10, 10, 0]);
  expect(report.accuracy).toBe(1);
  expect(reportOf(fitHead(vectors, [], CLASSES)).accuracy).toBeNull();
});

test.each([
  ['few', 120],
  ['many', 900],
])('of %s labels the wrong ones come first, with the class that they should be', (_, count) => {
  const vectors = clusters(count, 4);
  const wrong = [7, 33, 58, 90, 101, 119];
  const labelled = known(upTo(count), (row) => (wrong.includes(row) ? row + 1 : row) % CLASSES);
  const { spread } = fitHead(vectors, labelled.slice(0, 60), CLASSES);
  const doubts = doubtsAmong({ vectors, labelled, classes: CLASSES, spread });
  const all = labelled.map(({ row }, at) => ({ row, ...doubts[at]! }));
  const first = all.sort((a, b) => b.doubt - a.doubt).slice(0, wrong.length);
  expect(first.map(({ row }) => row).sort((a, b) => a - b)).toEqual(wrong);
  for (const { row, instead, doubt } of first) {
    expect(instead).toBe(row % CLASSES);
    expect(doubt).toBeGreaterThan(0);
  }
});

test.each([
  ['where edges are tells the classes', 0],
  ['the rest tells them, and where edges are is noise', 1],
])('of the built-in descriptor what counts is learned: %s', (_, told) => {
  const random = new Random(5);
  const from = DESCRIPTOR_LENGTH - GRADIENTS;
  const vectors = vectorsOf(
    upTo(90).map((row) =>
      Int8Array.from({ length: DESCRIPTOR_LENGTH }, (_, at) => {
        const isTelling = told === 0 ? at >= from && at < from + 20 : at < 6;
        const reach = at < from ? 20 : 3;
        return Math.round(reach * (random.bell() + (isTelling ? (row % CLASSES) - 1 : 0)));
      }),
    ),
  );
  const head = fitHead(vectors, known(upTo(45)), CLASSES);
  const isCounted = head.spread.scale.at(-1)! > 0;
  expect(isCounted).toBe(told === 0);
});

test('what lies between classes teaches most', () => {
  const between = vectorsOf([
    ...pair(-50),
    ...pair(50),
    Int8Array.of(0, 3),
    Int8Array.of(60, 0),
    Int8Array.of(12, 0),
  ]);
  const head = fitHead(
    between,
    [0, 1, 2, 3].map((row) => ({ row, label: row >> 1, burst: row })),
    2,
  );
  expect(mostInstructive(head, between, [4, 5, 6])).toEqual([4, 6, 5]);
});

const pair = (at: number) => [Int8Array.of(at, 4), Int8Array.of(at, -4)];

test('similar images are the nearest, without the image itself', () => {
  const vectors = clusters(90, 6, 8);
  const found = nearest(vectors, 10, 20);
  expect(found).toHaveLength(20);
  expect(found.every(({ row }) => row !== 10 && row % CLASSES === 1)).toBe(true);
  expect(found.map(({ distance }) => distance)).toEqual(
    found.map(({ distance }) => distance).toSorted((a, b) => a - b),
  );
  expect(nearest(vectors, 0, 1000)).toHaveLength(89);
});

test('what is far from the good ones is unusual, also beside one like itself', () => {
  const good = clusters(60, 7);
  const odd = [Int8Array.from({ length: WIDTH }, () => 120), Int8Array.from({ length: WIDTH }, () => 119)];
  const vectors = vectorsOf([
    ...upTo(60).map((row) => good.values.slice(row * WIDTH, (row + 1) * WIDTH)),
    ...odd,
  ]);
  const all = upTo(62);
  expect(
    unusual(vectors, all, upTo(60))
      .slice(0, 2)
      .map(({ row }) => row)
      .sort(),
  ).toEqual([60, 61]);
  expect(
    unusual(vectors, all, all)
      .slice(0, 2)
      .map(({ row }) => row)
      .sort(),
  ).toEqual([60, 61]);
  expect(unusual(vectors, [], all)).toEqual([]);
});

test('vectors of other lengths are refused', () =>
  expect(() => vectorsOf([new Int8Array(3), new Int8Array(4)])).toThrow(RangeError));
