/** Colours of classes as RGB values. */
import type { ClassLooks } from '../../canvas/scene-painter.ts';
import type { MaskLayer } from '../../model/drawing.ts';
import type { Rgb } from '../tile-image.ts';
import type { PaintedMask } from './painter.ts';

/** One object per colour, because the painter compares them by identity. */
const known = new Map<string, Rgb>();

/** A CSS colour as the canvas resolves it in the current theme. */
export function rgbOf(color: string, context: CanvasRenderingContext2D): Rgb {
  context.fillStyle = '#888888';
  context.fillStyle = color;
  const resolved = String(context.fillStyle);
  const found = known.get(resolved) ?? painted(resolved);
  known.set(resolved, found);
  return found;
}

/** How far the second and third mask of a class are from its colour: towards white, and towards black. */
const SHADES = [0, 0.4, -0.35];
const shaded = new WeakMap<Rgb, readonly Rgb[]>();

/** Masks of one class that touch are told apart. @param at which of them it is */
export function shadeOf(color: Rgb, at: number): Rgb {
  const known = shaded.get(color) ?? SHADES.map((share) => (share === 0 ? color : mixed(color, share)));
  shaded.set(color, known);
  return known[at % SHADES.length] as Rgb;
}

function mixed(color: Rgb, share: number): Rgb {
  const to = share > 0 ? 255 : 0;
  const [red, green, blue] = color.map((value) => Math.round(value + (to - value) * Math.abs(share)));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** Each mask in the colour of its class, several of a class in different shades. */
export function coloured(
  layers: readonly MaskLayer[],
  looks: ClassLooks,
  context: CanvasRenderingContext2D,
): PaintedMask[] {
  const counts = new Map<string, number>();
  return layers.map(({ id, tag, bitmap }) => {
    const count = counts.get(tag) ?? 0;
    counts.set(tag, count + 1);
    const color = shadeOf(rgbOf(looks.get(tag)?.color ?? '#888888', context), count);
    return { id, bitmap, color };
  });
}

/** A painted pixel has the value of every notation: `#rrggbb`, `oklab(…)` or any other. */
function painted(resolved: string): Rgb {
  const pixel = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pixel) return [136, 136, 136];
  pixel.fillStyle = resolved;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
