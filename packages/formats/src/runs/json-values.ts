/** Values of predictions in JSON, which may be anything. */

import type { RunLengths } from '../../../records/src/run-lines.ts';
import { numbersOf } from '../read/json-fields.ts';
import { RunText } from '../shape/run-text.ts';
import { isFields } from '../text/values.ts';

export type Box = readonly [number, number, number, number];

export const scoreOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined;

export const boxOf = (value: unknown): Box | undefined => {
  const [x, y, w, h] = numbersOf(value);
  return h === undefined ? undefined : ([x, y, w, h] as Box);
};

/** Run lengths of COCO: as text, or, from other programs, as a list of numbers. */
export function runsOf(value: unknown): RunLengths | undefined {
  if (!isFields(value)) return undefined;
  const [height, width] = numbersOf(value.size);
  if (!isSide(height) || !isSide(width)) return undefined;
  const { counts } = value;
  if (typeof counts === 'string') return { counts, size: [height, width] };
  if (!Array.isArray(counts)) return undefined;
  const runs = new RunText();
  for (const each of counts) {
    if (!Number.isSafeInteger(each) || each < 0 || each > height * width) return undefined;
    runs.add(each);
  }
  return { counts: runs.text(), size: [height, width] };
}

const isSide = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= 65_535;
