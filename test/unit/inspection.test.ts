/**
 * Escapes and false rejects of a model that says good or bad.
 * @covers Contract 14 inspection: escapes and false rejects at each threshold with 95 % intervals, by group of near copies; chosen by either limit; what is lacking
 */
import { describe, expect, test } from '@jest/globals';
import { inspectionCsv } from '../../client/src/inspection-csv.ts';
import { badClasses } from '../../functions/src/dataset/runs/judge/evaluation/bad-classes.ts';
import {
  choosePoint,
  type InspectedImage,
  Inspection,
  lackingFor,
} from '../../packages/evaluate/src/inspection.ts';
import { classesOf } from '../../packages/formats/src/write/export-source.ts';
import { lowerBound } from '../../packages/look/src/bound.ts';
import { randomNumbers } from '../../packages/look/src/random.ts';

const inspect = (images: readonly InspectedImage[]): Inspection => {
  const inspection = new Inspection();
  for (const image of images) inspection.add(image);
  return inspection;
};

/** A line with some bad parts, of which the model is less sure than it is of good ones that it likes. */
const lineOf = (random: () => number, parts: number): InspectedImage[] =>
  Array.from({ length: parts }, (_, at) => {
    const isBad = random() < 0.3;
    const badness =
      Math.round(100 * Math.min(1, Math.max(0, (isBad ? 0.6 : 0.35) + random() * 0.6 - 0.3))) / 100;
    return { group: Math.floor(at / 1.5), isBad, badness };
  });

test('each point is what a count by brute force finds, by group', () => {
  const random = randomNumbers(3);
  const images = lineOf(random, 400);
  const { groups, curve } = inspect(images).figures();
  const groupsOf = (isBad: boolean) => [
    ...new Set(images.filter((each) => each.isBad === isBad).map(({ group }) => group)),
  ];
  const wrong = (isBad: boolean, threshold: number): number =>
    groupsOf(isBad).filter((group) =>
      images.some(
        (each) => each.group === group && each.isBad === isBad && each.badness >= threshold !== isBad,
      ),
    ).length;
  expect(groups).toEqual({ good: groupsOf(false).length, bad: groupsOf(true).length });
  expect(curve.length).toBeGreaterThan(20);
  for (const { threshold, escapes, falseRejects } of curve)
    expect([escapes.count, falseRejects.count]).toEqual([wrong(true, threshold), wrong(false, threshold)]);
});

test('the area, and the best points at few false rejects, are what a count by brute force finds', () => {
  const images = lineOf(randomNumbers(7), 300).map((each, group) => ({ ...each, group }));
  const { area, atMost } = inspect(images).figures();
  const [bad, good] = [true, false].map((isBad) => images.filter((each) => each.isBad === isBad)) as [
    InspectedImage[],
    InspectedImage[],
  ];
  const wins = bad.flatMap((one) => good.map((other) => (Math.sign(one.badness - other.badness) + 1) / 2));
  expect(area).toBeCloseTo(wins.reduce((sum, each) => sum + each, 0) / wins.length, 12);
  for (const { falseRejects, point } of atMost) {
    const allowed = bad
      .map(({ badness }) => badness)
      .filter(
        (threshold) => good.filter((each) => each.badness >= threshold).length <= falseRejects * good.length,
      );
    const escapes = bad.filter((each) => each.badness < Math.min(...allowed)).length;
    expect(point?.escapes.count).toBe(allowed.length > 0 ? escapes : undefined);
  }
  expect(atMost.map(({ falseRejects }) => falseRejects)).toEqual([0.01, 0.05]);
});

test('a good part that is surer to be bad than all bad ones leaves no point of few false rejects', () => {
  const { area, atMost } = inspect([
    { group: 0, isBad: true, badness: 0.2 },
    { group: 1, isBad: false, badness: 0.9 },
  ]).figures();
  expect([area, ...atMost.map(({ point }) => point)]).toEqual([0, null, null]);
});

test('as CSV it has a line for each point', () => {
  const { curve } = inspect([
    { group: 0, isBad: true, badness: 0.5 },
    { group: 1, isBad: false, badness: 0.9 },
  ]).figures();
  expect(inspectionCsv(curve)).toBe(
    `threshold,escapes_count,escapes_share,escapes_low,escapes_high,false_rejects_count,false_rejects_share,false_rejects_low,false_rejects_high
0.5,0,0,0,${curve[0]!.escapes.interval[1]},1,1,${curve[0]!.falseRejects.interval[0]},1
`,
  );
});

test('a limit of either kind chooses the point that is best for the other', () => {
  const { curve } = inspect(lineOf(randomNumbers(5), 500)).figures();
  const byEscapes = choosePoint(curve, 'escapes', 0.1)!;
  const allowed = curve.filter(({ escapes }) => escapes.share <= 0.1);
  expect(byEscapes.falseRejects.share).toBe(Math.min(...allowed.map((each) => each.falseRejects.share)));
  const byRejects = choosePoint(curve, 'falseRejects', 0.1)!;
  const kept = curve.filter(({ falseRejects }) => falseRejects.share <= 0.1);
  expect(byRejects.escapes.share).toBe(Math.min(...kept.map((each) => each.escapes.share)));
});

test('no threshold keeps a limit of false rejects that only calling everything good would keep', () => {
  const { curve } = inspect([
    { group: 0, isBad: true, badness: 0.2 },
    { group: 1, isBad: false, badness: 0.9 },
  ]).figures();
  expect(choosePoint(curve, 'falseRejects', 0.5)).toBeUndefined();
  expect(choosePoint(curve, 'escapes', 0)).toMatchObject({ threshold: 0.2, falseRejects: { share: 1 } });
});

test('with only good ones, or only bad ones, there is no curve', () => {
  for (const isBad of [true, false]) {
    const inspection = inspect([{ group: 0, isBad, badness: 0.5 }]);
    expect([inspection.figures().curve, inspection.at(0.5)]).toEqual([[], null]);
  }
});

test('a curve of many scores has 200 points, the first hundred without a gap', () => {
  const images = Array.from({ length: 2_000 }, (_, group) => ({
    group,
    isBad: group % 2 === 0,
    badness: group / 2_000,
  }));
  const { curve } = inspect(images).figures();
  expect(curve).toHaveLength(200);
  expect(curve.slice(0, 100).map(({ escapes }) => escapes.count)).toEqual(
    Array.from({ length: 100 }, (_, at) => at),
  );
  expect(curve.at(-1)).toMatchObject({ threshold: 0.999, escapes: { count: 999 } });
});

describe('the interval', () => {
  test.each([
    [0, 10, [0, 0.3085]],
    [2, 10, [0.0252, 0.5561]],
    [10, 10, [0.6915, 1]],
    [3, 100, [0.0062, 0.0852]],
  ])('of %d in %d is that of Clopper and Pearson', (count, all, [low, high]) => {
    const images = Array.from({ length: all }, (_, group) => ({
      group,
      isBad: true,
      badness: group < count ? 0.1 : 0.9,
    }));
    const point = inspect([...images, { group: all, isBad: false, badness: 0 }]).at(0.5)!;
    expect(point.escapes.interval[0]).toBeCloseTo(low!, 4);
    expect(point.escapes.interval[1]).toBeCloseTo(high!, 4);
  });

  test('contains the true share of at least 93 in 100 lines', () => {
    const random = randomNumbers(11);
    let held = 0;
    for (let line = 0; line < 1_000; line += 1) {
      const truth = 0.02 + 0.2 * random();
      const images = Array.from({ length: 150 }, (_, group) => ({
        ...{ group, isBad: true, badness: random() < truth ? 0.1 : 0.9 },
      }));
      const [low, high] = inspect([...images, { group: 150, isBad: false, badness: 0 }]).at(0.5)!.escapes
        .interval;
      if (low <= truth && truth <= high) held += 1;
    }
    expect(held).toBeGreaterThanOrEqual(930);
  });
});

test('it says how many more are needed: 368 without an error show at most 1 %, whatever is there already', () => {
  expect([0, 128, 368, 500].map((all) => lackingFor(0.01, 0, all))).toEqual([368, 240, 0, 0]);
  const lacking = lackingFor(0.02, 2, 90)!;
  const upper = (all: number) => 1 - lowerBound(all - 2, all, 0.975);
  expect(upper(90 + lacking)).toBeLessThanOrEqual(0.02);
  expect(upper(90 + lacking - 1)).toBeGreaterThan(0.02);
  expect(lackingFor(0, 0, 10)).toBeNull();
});

describe('bad classes', () => {
  const tag = (id: string, bad = false) => ({
    id,
    name: id,
    color: '',
    imageCounter: 0,
    annotationCounter: 0,
    unclassified: false,
    bad,
  });
  const classes = classesOf({
    tags: ['good', 'rust', 'dent'].map((id) => tag(id)),
    tagmap: { dent: 'damage' },
  });
  test.each([
    ['those that a person has said', 'MULTICLASS', [tag('good'), tag('rust'), tag('dent', true)], ['damage']],
    [
      'in an ANOMALY dataset all but good',
      'ANOMALY',
      [tag('good'), tag('rust'), tag('dent')],
      ['rust', 'damage'],
    ],
    ['also there those that a person has said', 'ANOMALY', [tag('good'), tag('rust', true)], ['rust']],
    ['elsewhere none', 'MULTICLASS', [tag('good'), tag('rust')], []],
    ['nor where nothing is called good', 'ANOMALY', [tag('rust')], []],
  ] as const)('%s', (_, type, tags, bad) => {
    expect(badClasses({ type, tags }, classes)).toEqual(bad);
  });
});
