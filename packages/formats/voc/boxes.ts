/** Boxes of Pascal VOC. */

import type { LabelBox } from '../src/read/plan.ts';
import { finite, placeOf } from '../src/text/values.ts';

/** What an object says: its name and edges, as written. */
export type VocObject = Record<string, string>;

const EDGES = ['xmin', 'ymin', 'xmax', 'ymax'] as const;

/** Whole pixels count from 1, both edges in the box; fractions, as CVAT writes them (10.0), and 0 are of pixels that count from 0. */
export const countFromZero = (objects: readonly VocObject[]): boolean =>
  objects.some((object) => EDGES.some((edge) => !/^[1-9]\d*$/.test(object[edge] ?? '1')));

/** @param first number of the first pixel */
export const boxesOf = (
  objects: readonly VocObject[],
  size: { width: number; height: number },
  first: number,
): LabelBox[] =>
  objects.flatMap((object): LabelBox[] => {
    const label = object.name ?? '';
    if (label === '' || object.xmin === undefined) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = EDGES.map((edge) => finite(object[edge]));
    const box = [x1 - first, y1 - first, x2 - x1 + first, y2 - y1 + first];
    return [{ label, type: 'rect', ...placeOf(box, size) }];
  });
