import { type Box, type Point, short, smoothPath } from './geometry.ts';
import type { Random } from './random.ts';

/** Defects that can be drawn, by kind. */
export const DEFECTS: Readonly<Record<string, readonly string[]>> = {
  bolts: ['scratch', 'crack', 'stain', 'missing_thread'],
  castings: ['scratch', 'crack', 'stain', 'pores'],
  surface: ['scratch', 'crack', 'stain', 'pores'],
  parts: ['scratch', 'stain'],
};

/** How a defect looks, and its white-on-black mask; both in picture pixels. */
export interface Drawn {
  label: string;
  markup: string;
  mask: string;
}

type DrawDefect = (random: Random, area: Box) => Omit<Drawn, 'label'>;

/** A wandering line of `steps` points across the area. */
function wander(
  random: Random,
  from: Point,
  heading: number,
  length: number,
  steps: number,
  unrest: number,
): Point[] {
  const points = [from];
  let angle = heading;
  for (let step = 0; step < steps; step += 1) {
    angle += random.between(-unrest, unrest);
    const last = points.at(-1)!;
    points.push({
      x: last.x + (Math.cos(angle) * length) / steps,
      y: last.y + (Math.sin(angle) * length) / steps,
    });
  }
  return points;
}

const openPath = (points: readonly Point[]): string =>
  `M${points.map(({ x, y }) => `${short(x)} ${short(y)}`).join('L')}`;

const line = (path: string, colour: string, width: number, opacity: number): string =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`;

const span = (area: Box): number => Math.min(Math.max(area.w, area.h), 3 * Math.min(area.w, area.h));

/** A start point from which a line of this heading and length stays near the middle of the area. */
function startOf(random: Random, area: Box, heading: number, length: number): Point {
  const [dx, dy] = [random.between(-0.12, 0.12) * area.w, random.between(-0.12, 0.12) * area.h];
  return {
    x: area.x + area.w / 2 + dx - (Math.cos(heading) * length) / 2,
    y: area.y + area.h / 2 + dy - (Math.sin(heading) * length) / 2,
  };
}

const drawScratch: DrawDefect = (random, area) => {
  const length = span(area) * random.between(0.45, 0.7);
  const heading = random.between(0, Math.PI * 2);
  const path = openPath(wander(random, startOf(random, area, heading, length), heading, length, 9, 0.07));
  const width = Math.max(2.2, length * 0.014);
  const beside = `<g transform="translate(${short(width * 0.6)} ${short(width * 0.7)})">${line(path, '#26282a', width, 0.75)}</g>`;
  return { markup: beside + line(path, '#ffffff', width, 0.95), mask: line(path, '#fff', width * 2.8, 1) };
};

const drawCrack: DrawDefect = (random, area) => {
  const length = span(area) * random.between(0.45, 0.65);
  const heading = random.between(0, Math.PI * 2);
  const trunk = wander(random, startOf(random, area, heading, length), heading, length, 14, 0.5);
  const branches = [4, 8, 11].map((at) =>
    openPath(
      wander(
        random,
        trunk[at]!,
        heading + random.pick([-0.9, 0.9]),
        length * random.between(0.12, 0.26),
        5,
        0.5,
      ),
    ),
  );
  const width = Math.max(2.4, length * 0.016);
  const path = openPath(trunk);
  const thin = branches.map((branch) => line(branch, '#17191a', width * 0.6, 0.9)).join('');
  const mask = branches.map((branch) => line(branch, '#fff', width * 1.8, 1)).join('');
  return {
    markup: line(path, '#141617', width, 0.95) + thin,
    mask: line(path, '#fff', width * 2.4, 1) + mask,
  };
};

const drawStain: DrawDefect = (random, area) => {
  const radius = Math.min(area.w, area.h) * random.between(0.16, 0.28);
  const centre = startOf(random, area, 0, 0);
  const blot = (scale: number): string => {
    const turns = Array.from({ length: 18 }, () => random.between(0.72, 1.12) * radius * scale);
    return smoothPath(
      turns.map((r, index) => ({
        x: centre.x + Math.cos((index * Math.PI) / 9) * r,
        y: centre.y + Math.sin((index * Math.PI) / 9) * r * 0.8,
      })),
    );
  };
  const edge = blot(1);
  const markup =
    `<path d="${edge}" fill="#6b3f1d" fill-opacity=".78" stroke="#4a2a12" stroke-width="2" stroke-opacity=".6"/>` +
    `<path d="${blot(0.6)}" fill="#8c4f22" fill-opacity=".6"/><path d="${blot(0.3)}" fill="#3d220f" fill-opacity=".55"/>`;
  return { markup, mask: `<path d="${edge}" fill="#fff" stroke="#fff" stroke-width="2"/>` };
};

/** Gas bubbles that broke through the skin of a casting. */
const drawPores: DrawDefect = (random, area) => {
  const reach = Math.min(area.w, area.h) * 0.2;
  const centre = startOf(random, area, 0, 0);
  const spots = Array.from({ length: random.whole(5, 9) }, () => ({
    x: centre.x + random.between(-reach, reach),
    y: centre.y + random.between(-reach, reach) * 0.7,
    r: Math.max(2.5, reach * random.between(0.06, 0.15)),
  }));
  const circles = (colour: string, more: number): string =>
    spots
      .map(
        ({ x, y, r }) =>
          `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r + more)}" fill="${colour}"/>`,
      )
      .join('');
  return {
    markup: `<g opacity=".5">${circles('#fff', 1.4)}</g>${circles('#1d1f20', 0)}`,
    mask: circles('#fff', 1.4),
  };
};

const DRAW: Readonly<Record<string, DrawDefect>> = {
  scratch: drawScratch,
  crack: drawCrack,
  stain: drawStain,
  pores: drawPores,
};

/** @throws RangeError for a label that cannot be drawn here; the bolt draws `missing_thread` itself. */
export function drawDefect(label: string, random: Random, area: Box): Drawn {
  const draw = DRAW[label];
  if (!draw) throw new RangeError(`no defect "${label}"`);
  return { label, ...draw(random, area) };
}
