import type { Point } from './geometry.ts';

/** A part in its own units (about 1 across), centred on 0,0. */
export interface Shape {
  label: string;
  /** Outer silhouette; its placed points give the tight box. */
  outline: readonly Point[];
  /** SVG path data of the openings through which the belt is seen. */
  holes: string;
  markup: string;
  /** Bolts only. */
  thread?: Thread;
}

/** Where the thread begins and ends along the bolt's axis, in part units. */
export interface Thread {
  from: number;
  to: number;
  radius: number;
}
