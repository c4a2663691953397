/** Colours of classes as pixels have them. */
import type { Rgb } from './tile-image.ts';

/** One object for each colour: the painter compares them. */
const known = new Map<string, Rgb>();

/** A CSS colour as the canvas resolves it, in the theme that is on. */
export function rgbOf(color: string, context: CanvasRenderingContext2D): Rgb {
  context.fillStyle = '#888888';
  context.fillStyle = color;
  const resolved = String(context.fillStyle);
  const found = known.get(resolved) ?? painted(resolved);
  known.set(resolved, found);
  return found;
}

/** `#rrggbb`, `oklab(…)` or any other way of writing it: the pixel says what it is. */
function painted(resolved: string): Rgb {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pixel) return [136, 136, 136];
  pixel.fillStyle = resolved;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
