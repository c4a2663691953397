import type { MovedImage } from './curate-ports.ts';

/** One image for each monitor and session. */
export const oneOfEach = (moved: readonly MovedImage[]): MovedImage[] => [
  ...new Map(moved.map((each) => [JSON.stringify([each.monitor, each.session]), each])).values(),
];
