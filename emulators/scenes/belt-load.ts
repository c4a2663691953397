import { drawBolt } from './bolt.ts';
import { drawCasting } from './casting.ts';
import type { Box, Pose } from './geometry.ts';
import { DRAW } from './parts.ts';
import { lay, type Placed } from './placement.ts';
import { Random } from './random.ts';
import type { SceneKind } from './scene-kind.ts';
import type { Shape } from './shape.ts';
import { CAST_TONES, someTone } from './tones.ts';

export interface Load {
  kind: SceneKind;
  width: number;
  height: number;
  parts?: number | undefined;
  /** The first bolt's thread has a gap. */
  bare: boolean;
}

/** Places the parts of a scene, those with the most freedom first. */
export function fillBelt(random: Random, load: Load): Placed[] {
  const count = load.parts ?? usualCount(random, load.kind);
  const placed: Placed[] = [];
  const taken: Box[] = [];
  for (let index = 0; index < count; index += 1) {
    const draw = drawing(random, load, index);
    const next = lay(random, { ...load, taken }, sizeOf(random, load, count), draw);
    if (!next) break;
    placed.push(next);
    taken.push(next.box);
  }
  return placed;
}

function usualCount(random: Random, kind: SceneKind): number {
  if (kind === 'surface') return 0;
  return kind === 'parts' ? random.whole(4, 8) : 1;
}

/** Pixels per part unit. */
function sizeOf(random: Random, { kind, width, height }: Load, count: number): number {
  const across = Math.min(width, height);
  if (kind === 'castings' && count === 1) return across * random.between(0.78, 0.88);
  return across * Math.min(0.62, random.between(0.56, 0.68) / Math.sqrt(count));
}

/** The same part in any pose: its details have their own generator, so that another attempt does not change them. */
function drawing(random: Random, { kind, bare }: Load, index: number): (pose: Pose) => Shape {
  const own = random.whole(0, 0x7fffffff);
  const label = random.pick(kind === 'bolts' ? ['bolt'] : ['bolt', ...Object.keys(DRAW)]);
  const tone = kind === 'castings' ? random.pick(CAST_TONES) : someTone(random);
  const gap = bare && index === 0 ? { from: 0.12, to: 0.36, radius: 0.135 } : undefined;
  return (pose) => {
    const details = new Random(own);
    if (kind === 'castings') return drawCasting(details, tone, pose, `p${index}`);
    const draw = DRAW[label];
    return draw ? draw(details, tone, pose, `p${index}`) : drawBolt(details, tone, pose, `p${index}`, gap);
  };
}
