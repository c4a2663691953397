/**
 * The pixels that a round brush covers on its path. Each segment of the path is covered as a whole, not by discs at the points
 * where pointer events arrived, so that there are no gaps and the pixels are the same however many there were. Pure.
 */

/** In pixels of the image; 0.5, 0.5 is the centre of the first pixel. */
export interface Place {
  x: number;
  y: number;
}

/** Receives the pixels of row `y` from `from` (inclusive) to `to` (exclusive), which may lie outside the image. */
export type Span = (y: number, from: number, to: number) => void;

/**
 * Covers the pixels whose centre is at most half the diameter from the segment between `a` and `b`. With a diameter of 1 it
 * covers those that the segment passes through: otherwise the pixel under the pointer might be missed.
 */
export function coverSegment(a: Place, b: Place, diameter: number, span: Span): void {
  if (diameter <= 1) throughPixels(a, b, span);
  else aroundSegment(a, b, diameter / 2, span);
}

function aroundSegment(a: Place, b: Place, radius: number, span: Span): void {
  const top = Math.floor(Math.min(a.y, b.y) - radius - 0.5);
  const bottom = Math.ceil(Math.max(a.y, b.y) + radius);
  for (let y = top; y <= bottom; y += 1) {
    const reach = reachOnRow(a, b, radius, y + 0.5);
    if (!reach) continue;
    // Square roots are rounded, so the exact distance decides where the run begins and ends.
    const isNear = (x: number) => isWithin(a, b, radius, { x: x + 0.5, y: y + 0.5 });
    let from = Math.ceil(reach[0] - 0.5) - 1;
    let to = Math.floor(reach[1] - 0.5) + 1;
    while (from <= to && !isNear(from)) from += 1;
    while (to >= from && !isNear(to)) to -= 1;
    if (from <= to) span(y, from, to + 1);
  }
}

/** Where the line `y` enters and leaves the area around a segment. The area is convex, so it does both once. */
function reachOnRow(a: Place, b: Place, radius: number, y: number): [number, number] | null {
  const found: number[] = [];
  for (const end of [a, b]) {
    const square = radius ** 2 - (y - end.y) ** 2;
    if (square >= 0) found.push(end.x - Math.sqrt(square), end.x + Math.sqrt(square));
    // Just below 0 by rounding: the row only touches the circle.
    else if (square > -1e-6) found.push(end.x);
  }
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  if (length > 0 && dy !== 0)
    for (const side of [-radius, radius]) {
      const from = { x: a.x - (dy / length) * side, y: a.y + (dx / length) * side };
      const share = (y - from.y) / dy;
      if (share >= 0 && share <= 1) found.push(from.x + share * dx);
    }
  return found.length === 0 ? null : [Math.min(...found), Math.max(...found)];
}

/** Without division or square root, so that it is exact for coordinates with few binary digits. */
function isWithin(a: Place, b: Place, radius: number, point: Place): boolean {
  const [dx, dy, px, py] = [b.x - a.x, b.y - a.y, point.x - a.x, point.y - a.y];
  const along = px * dx + py * dy;
  const square = dx * dx + dy * dy;
  if (along <= 0) return px * px + py * py <= radius * radius;
  if (along >= square) return (point.x - b.x) ** 2 + (point.y - b.y) ** 2 <= radius * radius;
  return (px * dy - py * dx) ** 2 <= radius * radius * square;
}

function throughPixels(a: Place, b: Place, span: Span): void {
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a];
  const last = Math.floor(lower.y);
  const xAt = (y: number) =>
    lower.y === upper.y ? lower.x : upper.x + ((y - upper.y) / (lower.y - upper.y)) * (lower.x - upper.x);
  for (let y = Math.floor(upper.y); y <= last; y += 1) {
    const enters = y <= upper.y ? upper.x : xAt(y);
    const leaves = y + 1 > lower.y ? lower.x : xAt(y + 1);
    span(y, Math.floor(Math.min(enters, leaves)), Math.floor(Math.max(enters, leaves)) + 1);
  }
}
