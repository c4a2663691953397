/** What mask tools draw around the pointer, visible on bright and on dark pictures. */
import type { Point } from '../../model/geometry.ts';

const DARK = 'rgba(0, 0, 0, 0.7)';
const BRIGHT = '#ffffff';

function twice(context: CanvasRenderingContext2D, width: number): void {
  context.strokeStyle = DARK;
  context.lineWidth = width + 2;
  context.stroke();
  context.strokeStyle = BRIGHT;
  context.lineWidth = width;
  context.stroke();
}

/** The brush's outline. @param isKeyboard adds a cross, because there is no pointer */
export function ring(
  context: CanvasRenderingContext2D,
  at: Point,
  radius: number,
  isKeyboard: boolean,
): void {
  context.beginPath();
  context.arc(at.x, at.y, Math.max(radius, 2), 0, 2 * Math.PI);
  twice(context, 1);
  if (isKeyboard) cross(context, at, 6);
}

export function cross(context: CanvasRenderingContext2D, { x, y }: Point, arm: number): void {
  context.beginPath();
  context.moveTo(x - arm, y);
  context.lineTo(x + arm, y);
  context.moveTo(x, y - arm);
  context.lineTo(x, y + arm);
  twice(context, 1.5);
}

/** The outline of an area that is being drawn. @param next where the next corner would be */
export function outline(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  next: Point | null,
): void {
  const [first] = corners;
  if (!first) return;
  context.beginPath();
  context.moveTo(first.x, first.y);
  for (const { x, y } of corners.slice(1)) context.lineTo(x, y);
  if (next) context.lineTo(next.x, next.y);
  twice(context, 1.5);
  context.beginPath();
  context.arc(first.x, first.y, 5, 0, 2 * Math.PI);
  context.fillStyle = BRIGHT;
  context.fill();
  twice(context, 1);
}
