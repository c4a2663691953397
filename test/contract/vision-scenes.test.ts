/** @covers Embedded Vision */
import { expect, test } from '@jest/globals';
import { drawScene, type Scene, type SceneOptions } from '../../emulators/scenes/scene.ts';
import type { SceneKind } from '../../emulators/scenes/scene-kind.ts';
import { localizeObjects } from '../../emulators/vision/localize.ts';

type Box = Scene['parts'][number]['box'];

function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  const shared = Math.max(0, width) * Math.max(0, height);
  return shared / (a.w * a.h + b.w * b.h - shared);
}

/** The number of known boxes, of those found with IoU 0.5, and of found boxes that match none. */
async function tally(options: SceneOptions) {
  const scene = await drawScene(options);
  const known = (options.kind === 'surface' ? scene.defects : scene.parts).map(({ box }) => box);
  const found = (await localizeObjects(scene.jpeg)).map(({ left, top, right, bottom }) => ({
    x: left,
    y: top,
    w: right - left,
    h: bottom - top,
  }));
  const matches = (box: Box, others: Box[]) => others.some((other) => overlapOf(box, other) >= 0.5);
  return {
    known: known.length,
    hits: known.filter((box) => matches(box, found)).length,
    wrong: found.filter((box) => !matches(box, known)).length,
  };
}

/** Drawing takes most of the time: `LONG=1` draws three times as many. */
const TIMES = process.env.LONG ? 3 : 1;

async function tallyAll(seeds: number, options: Omit<SceneOptions, 'seed'>) {
  const sum = { known: 0, hits: 0, wrong: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const one = await tally({ seed, ...options });
    sum.known += one.known;
    sum.hits += one.hits;
    sum.wrong += one.wrong;
  }
  return sum;
}

test.each<[string, number, Omit<SceneOptions, 'seed'>]>([
  ['mixed parts', 10 * TIMES, { kind: 'parts' }],
  ['a bolt', 4 * TIMES, { kind: 'bolts' }],
  ['a bolt with a stain', 2 * TIMES, { kind: 'bolts', defect: 'stain' }],
  ['a casting', 4 * TIMES, { kind: 'castings' }],
  ['a casting with pores', 2 * TIMES, { kind: 'castings', defect: 'pores' }],
  [
    'many parts in a large, strongly pressed picture',
    2 * TIMES,
    { kind: 'parts', parts: 12, width: 1280, height: 960, quality: 40 },
  ],
  ['parts in an upright, grainy picture', 2 * TIMES, { kind: 'parts', width: 480, height: 640, grain: 10 }],
  ['a scratch on a sheet', 3 * TIMES, { kind: 'surface', defect: 'scratch' }],
  ['a crack in a sheet', 3 * TIMES, { kind: 'surface', defect: 'crack' }],
  ['a stain on a sheet', 3 * TIMES, { kind: 'surface', defect: 'stain' }],
])('%s, %i pictures: at least 90 percent are found, with few false boxes', async (_, seeds, options) => {
  const { known, hits, wrong } = await tallyAll(seeds, options);
  expect(known).toBeGreaterThanOrEqual(seeds);
  expect(hits / known).toBeGreaterThanOrEqual(0.9);
  expect(wrong / known).toBeLessThanOrEqual(0.1);
});

test.each<SceneKind>(['surface', 'parts'])('an empty %s picture shows next to nothing', async (kind) => {
  expect((await tallyAll(2 * TIMES, { kind, parts: 0 })).wrong).toBeLessThanOrEqual(1);
});
