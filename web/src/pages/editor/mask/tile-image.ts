/** Writes tiles as pixels of a canvas. Pure. */
import { countBits, TILE, type Tile, WORDS } from './paint/bitmap.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * Writes a tile in full size (level 0), or with blocks of 2, 4, 8 or 16 pixels a side as one pixel (levels 1 to 4), whose
 * opacity is the share of painted ones.
 * @param into `(256 >> level)²` pixels, as an ImageData has them
 */
export function writeTile(tile: Tile, level: number, [red, green, blue]: Rgb, into: Uint32Array): void {
  // Bytes are red, green, blue, alpha; words are little-endian in all browsers.
  const color = ((blue << 16) | (green << 8) | red) >>> 0;
  into.fill(0);
  if (level === 0) writeBits(tile, (color | 0xff00_0000) >>> 0, into);
  else writeShares(tile, level, color, into);
}

function writeBits(tile: Tile, color: number, into: Uint32Array): void {
  tile.forEach((word, at) => {
    const start = at * 32;
    if (word === 0xffff_ffff) into.fill(color, start, start + 32);
    else
      for (let rest = word; rest !== 0; rest &= rest - 1) into[start + 31 - Math.clz32(rest & -rest)] = color;
  });
}

function writeShares(tile: Tile, level: number, color: number, into: Uint32Array): void {
  const [block, size] = [1 << level, TILE >> level];
  const [groups, bits] = [32 >> level, (1 << block) - 1];
  tile.forEach((word, at) => {
    if (word === 0) return;
    const start = (Math.floor(at / WORDS) >> level) * size + (at % WORDS) * groups;
    for (let group = 0; group < groups; group += 1)
      into[start + group] = into[start + group]! + countBits((word >>> (group * block)) & bits);
  });
  const most = block * block;
  into.forEach((count, at) => {
    if (count > 0) into[at] = (color | (Math.round((count * 255) / most) << 24)) >>> 0;
  });
}

/** The level for a scale (device pixels per pixel of the image): never less detail than the screen can show. */
export const levelFor = (scale: number): number =>
  Math.max(0, Math.min(4, Math.floor(Math.log2(1 / scale) + 0.01)));
