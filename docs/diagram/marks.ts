/** The shapes that the diagram is drawn with, as SVG text. Coordinates are whole pixels. */

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Card extends Box {
  icon: keyof typeof ICONS;
  title: string;
  /** What it does, one line each. */
  lines: readonly string[];
  /** Colour of the stripe and the icon: a class of the style. */
  kind: 'client' | 'function' | 'store';
}

/** Strokes of 24 x 24. */
const ICONS = {
  camera: 'M3 7h4l2-3h6l2 3h4v12H3z M16 12.5a4 4 0 1 1-8 0a4 4 0 0 1 8 0z',
  dashboard: 'M3 4h18v13H3z M9 21h6 M12 17v4 M7 13v-2 M11 13V8 M15 13v-4 M18 13v-3',
  training: 'M4 6h6v12H4z M14 4h6v6h-6z M14 14h6v6h-6z M10 9l4-2 M10 15l4 2',
  editor: 'M3 5h8v5H3z M13 14h8v5h-8z M11 7.5h2a3 3 0 0 1 3 3V14',
  monitor: 'M3 12h4l3-7l4 14l3-7h4',
  dataset: 'M4 4h16v4H4z M4 10h16v4H4z M4 16h16v4H4z',
  image: 'M3 5h18v14H3z M3 16l5-5l4 4l3-3l6 6 M16.5 9.5h.01',
  branch:
    'M6 8v8 M8 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0z M8 18a2 2 0 1 1-4 0a2 2 0 0 1 4 0z M20 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0z M18 8c0 5-6 3-11 8',
  bolt: 'M13 3L5 14h6l-1 7l8-11h-6z',
  records: 'M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0z M4 6c0 4 16 4 16 0 M4 12c0 4 16 4 16 0',
  bucket: 'M4 6h16l-2 14H6z M4 6c0-3 16-3 16 0',
  eye: 'M2 12c5-8 15-8 20 0c-5 8-15 8-20 0z M15 12a3 3 0 1 1-6 0a3 3 0 0 1 6 0z',
  volume: 'M3 14l3-9h12l3 9v5H3z M3 14h18 M17 16.5h.01',
  remote: 'M7 18a4 4 0 0 1 0-8a5.500 5.500 0 0 1 10.500 0a4 4 0 0 1-.5 8z',
} as const;

const RADIUS = 10;

export function drawCard({ x, y, w, h, icon, title, lines, kind }: Card): string {
  const first = y + h / 2 - (lines.length * 17) / 2 + 3;
  return [
    `<g class="${kind}">`,
    `<rect class="card" x="${x}" y="${y}" width="${w}" height="${h}" rx="${RADIUS}"/>`,
    `<path class="icon" transform="translate(${x + 16} ${y + h / 2 - 12})" d="${ICONS[icon]}"/>`,
    drawText(x + 54, first, title, 'title'),
    ...lines.map((line, index) => drawText(x + 54, first + 18 + index * 17, line, 'line')),
    '</g>',
  ].join('\n');
}

/** Around cards that belong together, with its name at the top. */
export function drawGroup({ x, y, w, h }: Box, name: string): string {
  const frame = `<rect class="group" x="${x}" y="${y}" width="${w}" height="${h}" rx="${RADIUS + 4}"/>`;
  return `${frame}\n${drawText(x + 16, y + 25, name, 'name')}`;
}

/** The access check: a vertical bar. */
export function drawDoor({ x, y, w, h }: Box, name: string): string {
  const middle = `${x + w / 2 + 4} ${y + h / 2}`;
  return [
    `<rect class="door" x="${x}" y="${y}" width="${w}" height="${h}" rx="${w / 2}"/>`,
    `<text class="doorname" transform="translate(${middle}) rotate(-90)" text-anchor="middle">${escapeMarkup(name)}</text>`,
  ].join('\n');
}

export const drawText = (x: number, y: number, text: string, style: string, anchor = 'start'): string =>
  `<text class="${style}" x="${x}" y="${y}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}>${escapeMarkup(text)}</text>`;

export type Point = readonly [x: number, y: number];

/** A line with rounded corners and an arrow at its end. */
export function drawArrow(points: readonly Point[], style: 'call' | 'live' = 'call'): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  let path = `M${first.join(' ')}`;
  for (const [index, corner] of rest.entries()) {
    const after = rest[index + 1];
    if (!after) path += ` L${corner.join(' ')}`;
    else path += roundCorner(points[index] as Point, corner, after);
  }
  return `<path class="${style}" d="${path}" marker-end="url(#${style}-end)"/>`;
}

function roundCorner(before: Point, corner: Point, after: Point): string {
  const entry = towards(corner, before);
  const exit = towards(corner, after);
  return ` L${entry.join(' ')} Q${corner.join(' ')} ${exit.join(' ')}`;
}

/** The point on the way from the corner to another one where its curve begins. */
function towards([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y);
  const step = Math.min(10, length / 2) / length;
  return [Math.round(x + (toX - x) * step), Math.round(y + (toY - y) * step)];
}

const escapeMarkup = (text: string): string => text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
