import { FileFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { runsOf } from '../../../../../packages/formats/src/read/outline-box.ts';
import type { MaskSource } from '../../../../../packages/formats/src/read/plan.ts';

/** A mask that is painted: its pixels row by row, with `INSIDE` where the tag is. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const INSIDE = 255;

/**
 * Paints COCO's run lengths (formats/rle.ts): column by column, alternating runs of 0 and 1.
 * @throws FileFault if they do not cover exactly this size
 */
export function paintRle(counts: string | readonly unknown[], canvas: Canvas): void {
  const total = canvas.width * canvas.height;
  let at = 0;
  let isInside = false;
  for (const run of typeof counts === 'string' ? runsOf(counts) : counts) {
    if (!Number.isInteger(run) || (run as number) < 0 || at + (run as number) > total)
      throw new FileFault('its mask has run lengths that do not fit');
    const end = at + (run as number);
    if (isInside) paintSpan(at, end, canvas);
    at = end;
    isInside = !isInside;
  }
  if (at !== total) throw new FileFault('its mask has run lengths that do not fit');
}

interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** @throws FileFault for a mask that is not one of an image of this size */
export function requireFitting(source: MaskSource, size: Pick<Canvas, 'width' | 'height'>): void {
  if (source.kind === 'polygons' || source.kind === 'picture') return;
  const of = source.kind === 'rows' ? source.of : source.kind === 'patch' ? size : source;
  const isAnySize = source.kind === 'rows' && !(of.width > 0);
  if (!isAnySize && (of.width !== size.width || of.height !== size.height))
    throw new FileFault(
      `its mask is ${of.width} x ${of.height}, the image ${size.width} x ${size.height} pixels`,
    );
  if (source.kind === 'rows' || source.kind === 'patch') requireInside(source, size);
}

/** @throws FileFault for a part that is not one of an image of this size */
function requireInside({ left, top, width, height }: Part, size: Pick<Canvas, 'width' | 'height'>): void {
  const isWhole = [left, top, width, height].every((each) => Number.isInteger(each) && each >= 0);
  if (!isWhole || left + width > size.width || top + height > size.height)
    throw new FileFault('its mask is larger than the image');
}

/** Paints a part from its gray values: what is not 0 is inside. */
export function paintGray(values: Uint8Array, { left, top, width }: Part, canvas: Canvas): void {
  for (let at = 0; at < values.length; at += 1)
    if (values[at] !== 0)
      canvas.pixels[(top + Math.floor(at / width)) * canvas.width + left + (at % width)] = INSIDE;
}

/**
 * Paints run lengths of a part of the image: row by row, alternating runs of 0 and 1.
 * @throws FileFault if they do not fit into it
 */
export function paintRows({ counts, ...part }: Extract<MaskSource, { kind: 'rows' }>, canvas: Canvas): void {
  const { left, top, width, height } = part;
  let at = 0;
  for (const [index, run] of counts.entries()) {
    const end = at + run;
    if (!Number.isInteger(run) || run < 0 || end > width * height)
      throw new FileFault('its mask has run lengths that do not fit');
    for (; index % 2 === 1 && at < end; ) {
      const x = at % width;
      const length = Math.min(end - at, width - x);
      const from = (top + Math.floor(at / width)) * canvas.width + left + x;
      canvas.pixels.fill(INSIDE, from, from + length);
      at += length;
    }
    at = end;
  }
}

function paintSpan(from: number, end: number, { width, height, pixels }: Canvas): void {
  let x = Math.floor(from / height);
  let y = from % height;
  for (let at = from; at < end; at += 1) {
    pixels[y * width + x] = INSIDE;
    y += 1;
    if (y < height) continue;
    y = 0;
    x += 1;
  }
}
