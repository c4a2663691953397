import { type Box, boxAround, grow, overlap, type Pose, place } from './geometry.ts';
import type { Random } from './random.ts';
import type { Shape } from './shape.ts';

/** Margin around every part in pixels, so that its shadow does not touch the next one. */
const GAP = 9;

export interface Placed {
  shape: Shape;
  pose: Pose;
  /** Tight box in pixels. */
  box: Box;
}

/**
 * Places a part so that it overlaps no other and stays inside the picture; shrinks it if the belt is full.
 * @returns null if there is no room even for a small one.
 */
export function lay(
  random: Random,
  field: { width: number; height: number; taken: readonly Box[] },
  scale: number,
  draw: (pose: Pose) => Shape,
): Placed | null {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const pose = {
      x: random.between(0.08, 0.92) * field.width,
      y: random.between(0.12, 0.88) * field.height,
      turn: random.between(0, 360),
      scale: scale * 0.992 ** attempt,
    };
    const shape = draw(pose);
    const box = boxAround(place(shape.outline, pose));
    if (inside(box, field) && !field.taken.some((other) => overlap(grow(box, GAP), grow(other, GAP)))) {
      return { shape, pose, box };
    }
  }
  return null;
}

function inside(box: Box, { width, height }: { width: number; height: number }): boolean {
  const rail = height * 0.06;
  return box.x >= GAP && box.x + box.w <= width - GAP && box.y >= rail && box.y + box.h <= height - rail;
}

/** Moves the shape's group to its place. */
export const transform = ({ x, y, turn, scale }: Pose): string =>
  `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)}) scale(${scale.toFixed(3)})`;
