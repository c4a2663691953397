/** The built-in descriptor: what a picture looks like, in numbers that a linear head tells apart. No weights. */
import { GRADIENT_HEIGHT, GRADIENT_WIDTH, GRADIENTS, gradientsOf } from './gradients.ts';
import { halve, type Pixels, type Planes, shrink } from './pixels.ts';
import { summarizeColours, summarizeShapes } from './responses.ts';
import { SUMMARY_LENGTH } from './summary.ts';
import { COLOURS, coloursOf, PATTERNS, patternsOf } from './texture.ts';

/** Its name: changes whenever the same pixels give other values. */
export const DESCRIPTOR = 'builtin-2';
/** The longer side in pixels; smaller pictures stay as they are. */
const SIDE = 640;
const LEVELS = 4;
const PATTERN_LEVELS = 3;
const COLOUR_LEVEL = 2;
export const DESCRIPTOR_LENGTH =
  (LEVELS * 8 + (LEVELS - 1) * 4) * SUMMARY_LENGTH + PATTERN_LEVELS * PATTERNS + COLOURS + GRADIENTS;

/** A root of 255 fits into an int8. */
const ROOT_SCALE = 127 / 16;
const SHARE_SCALE = 127;
/**
 * So few steps that where edges are counts a tenth of what a picture is made of: `spreadOf` trusts what hardly changes less. Photographs of
 * tiles and cells need it, windows cut from anywhere do not.
 */
const GRADIENT_SCALE = 10;

/** A pure function of the pixels: the same on every machine. */
export function describe(pixels: Pixels): Int8Array {
  const scale = Math.min(1, SIDE / Math.max(pixels.width, pixels.height));
  let level = shrink(
    pixels,
    Math.max(1, Math.round(pixels.width * scale)),
    Math.max(1, Math.round(pixels.height * scale)),
  );
  const { light } = shrink(pixels, GRADIENT_WIDTH, GRADIENT_HEIGHT);
  const [responses, shares]: [number[], number[]] = [[], []];
  for (let number = 0; number < LEVELS; number++) {
    responses.push(...summarizeShapes(level.light));
    // Cameras and JPEG give colours half the resolution.
    if (number > 0) responses.push(...summarizeColours(level));
    if (number < PATTERN_LEVELS) shares.push(...patternsOf(level.light));
    if (number === COLOUR_LEVEL) shares.push(...coloursOf(level));
    level = halveAll(level);
  }
  return Int8Array.from([
    ...responses.map(toRoot),
    ...shares.map((share) => Math.round(share * SHARE_SCALE)),
    ...gradientsOf(light).map((share) => Math.round(share * GRADIENT_SCALE)),
  ]);
}

const halveAll = ({ light, redGreen, yellowBlue }: Planes): Planes => ({
  light: halve(light),
  redGreen: halve(redGreen),
  yellowBlue: halve(yellowBlue),
});

/** Roots, so that a step is small where responses are. */
const toRoot = (value: number): number =>
  Math.round(Math.sign(value) * Math.sqrt(Math.abs(value)) * ROOT_SCALE);
