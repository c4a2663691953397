import sharp from 'sharp';
import { type Box, normalize } from './geometry.ts';
import type { Mark } from './marks.ts';
import { inPlace, openSvg, svg } from './overlay.ts';

export interface Mask {
  /** Tight around the white pixels, normalized 0-1. */
  box: Box;
  /** PNG, 8-bit grey: 255 inside, 0 outside, no other values. */
  mask: Buffer;
}

export async function renderMask(mark: Mark, width: number, height: number): Promise<Mask> {
  const black = `<rect width="${width}" height="${height}" fill="#000"/>`;
  const drawing = svg(width, height, black + inPlace(mark, mark.mask, 'm'));
  const grey = await openSvg(drawing).removeAlpha().toColourspace('b-w').threshold(128).raw().toBuffer();
  const mask = await sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  return { box: normalize(boxOfWhite(grey, width), width, height), mask };
}

function boxOfWhite(grey: Buffer, width: number): Box {
  let [left, top, right, bottom] = [width, grey.length / width, 0, 0];
  for (let at = grey.indexOf(255); at >= 0; at = grey.indexOf(255, at + 1)) {
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  return { x: left, y: top, w: Math.max(0, right - left), h: Math.max(0, bottom - top) };
}
