/** What each type of dataset is for, drawn: parts on a belt, and what a person would say of them. */

import type { ReactNode } from 'react';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { classColor } from '../../ui/class-color.ts';

const [GOOD, BAD] = [classColor(2), classColor(5)];
const PART = 'var(--n8)';

const Drawing = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 120 72" aria-hidden="true">
    <rect width="120" height="72" rx="6" fill="var(--n3)" />
    {children}
  </svg>
);

const ring = (x: number, y: number, r = 14) => (
  <circle key={`${x} ${y}`} cx={x} cy={y} r={r} fill="none" stroke={PART} strokeWidth={r / 2} />
);

const box = (x: number, y: number, width: number, height: number, color: string) => (
  <rect {...{ x, y, width, height }} rx="2" fill="none" stroke={color} strokeWidth="2.5" />
);

const chip = (x: number, color: string) => <rect x={x} y="54" width="34" height="9" rx="4.5" fill={color} />;

const CRACK = 'M66 14 76 24 72 30 80 36';

export const TYPE_PICTURES: Record<DatasetType, ReactNode> = {
  MULTICLASS: (
    <Drawing>
      {ring(34, 29)}
      {ring(84, 29)}
      <path d={CRACK} fill="none" stroke="var(--n3)" strokeWidth="3" />
      {chip(17, GOOD)}
      {chip(67, BAD)}
    </Drawing>
  ),
  MULTILABEL: (
    <Drawing>
      <rect x="18" y="14" width="84" height="44" rx="4" fill={PART} />
      <path d="M30 26c8-8 22-6 24 2s-4 16-14 16-18-10-10-18Z" fill={BAD} fillOpacity=".8" />
      <path d="M74 34c6-6 18-4 20 3s-4 13-12 13-14-10-8-16Z" fill={GOOD} fillOpacity=".8" />
    </Drawing>
  ),
  ANOMALY: (
    <Drawing>
      {[22, 60, 98].flatMap((x) => [22, 52].map((y) => (x === 60 && y === 52 ? null : ring(x, y, 9))))}
      <path d="M51 52a9 9 0 1 1 9 9" fill="none" stroke={BAD} strokeWidth="4.5" />
      {box(44, 38, 32, 28, BAD)}
    </Drawing>
  ),
  imageObjectDetection: (
    <Drawing>
      {ring(32, 40)}
      {ring(82, 28, 11)}
      {box(12, 20, 40, 40, GOOD)}
      {box(66, 12, 32, 32, BAD)}
    </Drawing>
  ),
};
