/** How often patterns and colours occur in a picture: histograms whose roots are kept. */
import { blur, type Plane, type Planes } from './pixels.ts';

export const PATTERNS = 10;

/**
 * Local binary patterns: which of the eight neighbours are lighter. Patterns with at most two changes around the pixel
 * count by the number of lighter neighbours, so that turns do not matter; all others count together.
 */
export function patternsOf(light: Plane): number[] {
  const { values, width, height } = blur(light, 1);
  const counts = new Float64Array(PATTERNS);
  const around = [-width - 1, -width, -width + 1, 1, width + 1, width, width - 1, -1];
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const own = values[at]!;
      // The sign of the difference in whole grey levels: less than one is noise.
      let bits = 0;
      for (let neighbour = 0; neighbour < 8; neighbour++)
        bits = (bits << 1) | ((own - values[at + around[neighbour]!]!) >>> 31);
      counts[PATTERN_OF[bits]!]!++;
    }
  }
  return rootsOfShares(counts);
}

const PATTERN_OF = Uint8Array.from({ length: 256 }, (_, bits) => {
  const changes = ones(bits ^ (((bits << 1) | (bits >> 7)) & 255));
  return changes <= 2 ? ones(bits) : PATTERNS - 1;
});

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** Steps of brightness and of each difference of colours. */
const [LIGHT_STEPS, COLOUR_STEPS] = [4, 5];
/** A step of a difference of colours, which has most of its values around 0. */
const COLOUR_STEP = 24;
export const COLOURS = LIGHT_STEPS * COLOUR_STEPS * COLOUR_STEPS;

export function coloursOf({ light, redGreen, yellowBlue }: Planes): number[] {
  const counts = new Float64Array(COLOURS);
  for (let at = 0; at < light.values.length; at++) {
    const bright = Math.min(LIGHT_STEPS - 1, (light.values[at]! * LIGHT_STEPS) >> 8);
    const bin =
      (bright * COLOUR_STEPS + colourStep(redGreen.values[at]!)) * COLOUR_STEPS +
      colourStep(yellowBlue.values[at]!);
    counts[bin]!++;
  }
  return rootsOfShares(counts);
}

const colourStep = (difference: number): number =>
  Math.min(COLOUR_STEPS - 1, Math.max(0, Math.floor(difference / COLOUR_STEP + COLOUR_STEPS / 2)));

function rootsOfShares(counts: Float64Array): number[] {
  let all = 0;
  for (const count of counts) all += count;
  return Array.from(counts, (count) => (all === 0 ? 0 : Math.sqrt(count / all)));
}
