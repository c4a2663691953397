import { circlePath, closedPath, type Point, type Pose, ring } from './geometry.ts';
import type { Random } from './random.ts';
import type { Shape } from './shape.ts';
import { faceGradient, type Tone } from './tones.ts';

type Draw = (random: Random, tone: Tone, pose: Pose, id: string) => Shape;

const CIRCLE = 96;

/** Silhouette without its holes, as SVG path data for the even-odd rule. */
export const silhouette = (shape: Shape): string => closedPath(shape.outline) + shape.holes;

function flat(
  label: string,
  outline: Point[],
  holes: string,
  id: string,
  tone: Tone,
  turn: number,
  more: string,
): Shape {
  const body = closedPath(outline) + holes;
  const markup =
    `<defs>${faceGradient(`${id}f`, tone, turn, 0.45)}</defs>` +
    `<path fill-rule="evenodd" fill="url(#${id}f)" d="${body}"/>${more}`;
  return { label, outline, holes, markup };
}

const circle = (r: number, stroke: string, width: number, opacity = 1): string =>
  `<circle r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;

/** Hexagon nut from above, with chamfer and the first turns of its thread. */
export const drawNut: Draw = (random, tone, pose, id) => {
  const bore = random.between(0.17, 0.2);
  const more =
    circle(0.305, tone.high, 0.02, 0.8) +
    circle(0.318, '#4a4e51', 0.012, 0.35) +
    circle(bore + 0.012, '#33373a', 0.024, 0.65) +
    circle(bore + 0.032, tone.high, 0.01, 0.8);
  return flat('nut', ring(6, 0.38), circlePath(0, 0, bore), id, tone, pose.turn, more);
};

export const drawWasher: Draw = (random, tone, pose, id) => {
  const bore = random.between(0.15, 0.19);
  const more =
    circle(0.35, tone.low, 0.02, 0.9) +
    circle(bore + 0.01, '#3d4144', 0.018, 0.5) +
    circle((0.36 + bore) / 2, tone.high, 0.006, 0.6);
  return flat('washer', ring(CIRCLE, 0.36), circlePath(0, 0, bore), id, tone, pose.turn, more);
};

export const drawGear: Draw = (random, tone, pose, id) => {
  const teeth = random.whole(12, 18);
  const windows = random.whole(4, 6);
  const holes = ring(windows, 0.25, random.next())
    .map(({ x, y }) => circlePath(x, y, 0.058))
    .join('');
  const more =
    circle(0.345, '#3d4144', 0.012, 0.4) +
    circle(0.33, tone.high, 0.01, 0.6) +
    circle(0.15, tone.high, 0.03, 0.75) +
    circle(0.172, '#3d4144', 0.01, 0.45);
  return flat('gear', toothed(teeth), holes + circlePath(0, 0, 0.09), id, tone, pose.turn, more);
};

function toothed(teeth: number): Point[] {
  const step = (2 * Math.PI) / teeth;
  return Array.from({ length: teeth }, (_, tooth) =>
    [
      [0, 0.39],
      [0.2, 0.39],
      [0.32, 0.47],
      [0.62, 0.47],
      [0.74, 0.39],
    ].map(([part = 0, radius = 0]) => ({
      x: Math.cos((tooth + part) * step) * radius,
      y: Math.sin((tooth + part) * step) * radius,
    })),
  ).flat();
}

/** A flat angle plate with three holes and rounded corners. */
export const drawBracket: Draw = (random, tone, pose, id) => {
  const [arm, leg] = [random.between(0.34, 0.46), random.between(0.3, 0.42)];
  const corners = [
    { x: -0.42, y: -0.36 },
    { x: arm, y: -0.36 },
    { x: arm, y: -0.1 },
    { x: -0.16, y: -0.1 },
    { x: -0.16, y: leg },
    { x: -0.42, y: leg },
  ];
  const outline = rounded(corners, 0.05);
  const holes =
    circlePath(arm - 0.13, -0.23, 0.062) +
    circlePath(-0.29, -0.23, 0.05) +
    circlePath(-0.29, leg - 0.13, 0.062);
  const edge = `<path fill="none" stroke="${tone.high}" stroke-opacity=".7" stroke-width=".014" d="${closedPath(outline.map(({ x, y }) => ({ x: x * 0.965 - 0.002, y: y * 0.96 - 0.006 })))}"/>`;
  return flat('bracket', outline, holes, id, tone, pose.turn, edge);
};

/** Replaces each corner by two chords: close enough to an arc at these sizes. */
function rounded(corners: readonly Point[], radius: number): Point[] {
  return corners.flatMap((corner, index) => {
    const before = corners.at(index - 1)!;
    const after = corners[(index + 1) % corners.length]!;
    const toward = (other: Point, by: number): Point => {
      const length = Math.hypot(other.x - corner.x, other.y - corner.y);
      return {
        x: corner.x + ((other.x - corner.x) / length) * by,
        y: corner.y + ((other.y - corner.y) / length) * by,
      };
    };
    const [a, b] = [toward(before, radius), toward(after, radius)];
    const inner = { x: (a.x + b.x + 2 * corner.x) / 4, y: (a.y + b.y + 2 * corner.y) / 4 };
    return [a, inner, b];
  });
}

/** What can lie on a belt of kind `parts`, besides bolts. */
export const DRAW: Readonly<Record<string, Draw>> = {
  nut: drawNut,
  washer: drawWasher,
  gear: drawGear,
  bracket: drawBracket,
};
