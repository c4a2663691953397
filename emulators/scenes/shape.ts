import type { Point } from './geometry.ts';

/** A part in its own units (about 1 across), centred on 0,0. */
export interface Shape {
  label: string;
  /** Outer silhouette; the tight box is computed from its points. */
  outline: readonly Point[];
  /** SVG path data of the holes. */
  holes: string;
  markup: string;
  /** Bolts only. */
  thread?: Thread;
}

/** Start and end of the thread along the bolt's axis, in part units. */
export interface Thread {
  from: number;
  to: number;
  radius: number;
}
