/**
 * Outlines of predictions as masks, to the pixel as pycocotools makes them.
 * @covers Contract 14 check and make: outlines are masks, as pycocotools has them; what is longer than any object is none
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { polygonRuns } from '../../packages/formats/src/shape/polygon-runs.ts';
import { countsOf } from '../../packages/formats/src/shape/unit-boxes.ts';
import { RECORDED_OUTLINES } from '../support/evaluated.ts';

interface Recorded {
  size: [height: number, width: number];
  polygons: number[][];
  counts: string;
}

const recorded = readFileSync(RECORDED_OUTLINES, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

test(`${recorded.length} recorded outlines are the masks of pycocotools`, () => {
  for (const { size, polygons, counts } of recorded) {
    const [height, width] = size;
    expect(polygonRuns(polygons, { width, height })).toEqual({ size, counts });
  }
});

test('the recorded ones have what is hard', () => {
  const pixels = recorded.map(({ size, counts }) =>
    countsOf({ size, counts })!.reduce((sum, run, at) => sum + (at % 2) * run, 0),
  );
  expect(pixels.filter((each) => each === 0).length).toBeGreaterThan(1);
  expect(recorded.filter(({ polygons }) => polygons.length > 1).length).toBeGreaterThan(20);
  const isOutside = ({ polygons }: Recorded) => polygons.flat().some((each) => each < 0);
  expect(recorded.filter(isOutside).length).toBeGreaterThan(20);
});

test.each([
  ['two points', [[0, 0, 5, 5]]],
  ['no outline', []],
  ['a point that is no number', [[0, 0, 5, Number.NaN, 5, 5]]],
  ['a point that is farther than any object', [[0, 0, 1e300, 0, 5, 5]]],
  ['a line that is longer than any object', [Array.from({ length: 3000 }, (_, at) => (at % 4 ? 2000 : 0))]],
])('%s has no mask', (_, polygons) => {
  expect(polygonRuns(polygons, { width: 8, height: 8 })).toBeNull();
});
