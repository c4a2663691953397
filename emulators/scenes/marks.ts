import { type Drawn, drawDefect } from './defects.ts';
import { type Box, boxAround, closedPath } from './geometry.ts';
import { silhouette } from './parts.ts';
import type { Placed } from './placement.ts';
import type { Random } from './random.ts';

export type Wanted = readonly string[];

/** A defect and its visible area: `clip` limits it to its part. */
export interface Mark extends Drawn {
  /** SVG transform of markup and mask, both in pixels of the part's frame. */
  transform: string;
  /** Content of an SVG clipPath in that frame, or '' for the whole picture. */
  clip: string;
}

interface Field {
  width: number;
  height: number;
  placed: readonly Placed[];
  wanted: Wanted;
}

/** The requested defects: on the first part, or spread over the sheet. */
export function defectsOf(random: Random, field: Field): Mark[] {
  const bearer = field.placed[0];
  return field.wanted.map((label, index) => {
    if (!bearer) return onSheet(random, label, field, index);
    return label === 'missing_thread' ? missingThread(bearer) : onPart(random, label, bearer);
  });
}

function onSheet(random: Random, label: string, { width, height, wanted }: Field, index: number): Mark {
  const slot = width / wanted.length;
  const area = {
    x: slot * (index + 0.15),
    y: height * random.between(0.1, 0.35),
    w: slot * 0.7,
    h: height * 0.55,
  };
  return { ...drawDefect(label, random, area), transform: '', clip: '' };
}

function onPart(random: Random, label: string, part: Placed): Mark {
  return { ...drawDefect(label, random, bearingArea(part)), ...frame(part) };
}

/** On a casting next to the hub, on other parts around the middle. */
function bearingArea({ shape, pose }: Placed): Box {
  const box = shape.label === 'casting' ? { x: 0.06, y: -0.3, w: 0.36, h: 0.6 } : boxAround(shape.outline);
  return { x: box.x * pose.scale, y: box.y * pose.scale, w: box.w * pose.scale, h: box.h * pose.scale };
}

/** The bolt itself leaves out the thread; this is only the mask of the bare section. */
function missingThread(part: Placed): Mark {
  const [from, to, radius] = [0.12, 0.36, 0.135].map((value) => value * part.pose.scale) as [
    number,
    number,
    number,
  ];
  const stretch = [
    { x: from, y: -radius },
    { x: to, y: -radius },
    { x: to, y: radius },
    { x: from, y: radius },
  ];
  const mask = `<path fill="#fff" d="${closedPath(stretch)}"/>`;
  return { label: 'missing_thread', markup: '', mask, ...frame(part) };
}

function frame({ shape, pose }: Placed): Pick<Mark, 'transform' | 'clip'> {
  return {
    transform: `translate(${pose.x.toFixed(2)} ${pose.y.toFixed(2)}) rotate(${pose.turn.toFixed(2)})`,
    clip: `<path transform="scale(${pose.scale.toFixed(3)})" clip-rule="evenodd" d="${silhouette(shape)}"/>`,
  };
}
