/**
 * Records outlines with the masks that pycocotools makes of them, for tests without it:
 * `node test/readers/real/record-outlines.ts [python]`, where that Python has pycocotools.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../emulators/scenes/random.ts';
import { RECORDED_OUTLINES } from '../../support/evaluated.ts';
import { findPython } from './python.ts';

const COUNT = 120;

/** A star around a point, some of it beyond the edges: its lines may cross. */
function star(random: Random, [height, width]: readonly [number, number]): number[] {
  const [x, y] = [random.between(-2, width + 2), random.between(-2, height + 2)];
  const reach = random.between(0.2, Math.max(height, width));
  const corners = random.whole(3, 24);
  const places = random.pick([1, 10, 1000]);
  return Array.from({ length: corners }, (_, at) => {
    const turn = (2 * Math.PI * at * random.pick([1, 1, 1, 2])) / corners;
    const length = reach * random.between(0.3, 1);
    return [x + length * Math.cos(turn), y + length * Math.sin(turn)];
  })
    .flat()
    .map((each) => Math.round(each * places) / places);
}

const cases = Array.from({ length: COUNT }, (_, seed) => {
  const random = new Random(seed + 1);
  const size = [random.whole(1, 48), random.whole(1, 48)] as const;
  const pieces = random.pick([1, 1, 1, 2, 4]);
  return { size, polygons: Array.from({ length: pieces }, () => star(random, size)) };
});
const python = process.argv[2] ?? findPython(['pycocotools']).command;
const input = cases.map((each) => `${JSON.stringify(each)}\n`).join('');
const program = join(import.meta.dirname, 'outlines.py');
writeFileSync(RECORDED_OUTLINES, execFileSync(python, [program], { input, maxBuffer: 1e8 }));
