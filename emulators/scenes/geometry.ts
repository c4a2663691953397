/** Pixels or part units, y downwards. */
export interface Point {
  x: number;
  y: number;
}

/** Top-left corner, width and height: normalized 0-1 in a scene's result, otherwise in pixels. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Position of a part: centre in pixels, rotation in degrees, pixels per part unit. */
export interface Pose {
  x: number;
  y: number;
  turn: number;
  scale: number;
}

/** Short decimals keep the SVG small and identical on every machine. */
export const short = (value: number): string => String(Math.round(value * 1000) / 1000);

export function place(points: readonly Point[], pose: Pose): Point[] {
  const angle = (pose.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * pose.scale, Math.sin(angle) * pose.scale];
  return points.map(({ x, y }) => ({ x: pose.x + x * cos - y * sin, y: pose.y + x * sin + y * cos }));
}

export function boxAround(points: readonly Point[]): Box {
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export const grow = (box: Box, by: number): Box => ({
  x: box.x - by,
  y: box.y - by,
  w: box.w + 2 * by,
  h: box.h + 2 * by,
});

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Normalized to 0-1, clipped to the picture, six decimals as in the import CSV (Contract 4). */
export function normalize(box: Box, width: number, height: number): Box {
  const six = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1e6) / 1e6;
  const [x, y] = [six(box.x / width), six(box.y / height)];
  return { x, y, w: six((box.x + box.w) / width - x), h: six((box.y + box.h) / height - y) };
}

/** Corners of a regular polygon or circle. */
export function ring(corners: number, radius: number, start = 0): Point[] {
  return Array.from({ length: corners }, (_, index) => {
    const angle = start + (index * 2 * Math.PI) / corners;
    return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
  });
}

/** SVG path data of a closed polygon. */
export const closedPath = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}Z`;

/** SVG path data of a closed curve through the midpoints of a polygon's sides. */
export function smoothPath(points: readonly Point[]): string {
  const middle = (index: number): string => {
    const [a, b] = [points[index % points.length]!, points[(index + 1) % points.length]!];
    return `${short((a.x + b.x) / 2)} ${short((a.y + b.y) / 2)}`;
  };
  const arcs = points.map(({ x, y }, index) => `Q${short(x)} ${short(y)} ${middle(index)}`);
  return `M${middle(points.length - 1)}${arcs.join('')}Z`;
}

/** SVG path data of a circle, for holes by the even-odd rule. */
export const circlePath = (x: number, y: number, r: number): string =>
  `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0Z`;
