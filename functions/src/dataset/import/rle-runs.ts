import { FileFault } from './archive.ts';

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
export function paintRle(counts: string | readonly unknown[], { width, height, pixels }: Canvas): void {
  const total = width * height;
  let at = 0;
  let isInside = false;
  for (const run of typeof counts === 'string' ? runsOf(counts) : counts) {
    if (!Number.isInteger(run) || (run as number) < 0 || at + (run as number) > total)
      throw new FileFault('its mask has run lengths that do not fit');
    const end = at + (run as number);
    if (isInside)
      for (let pixel = at; pixel < end; pixel += 1)
        pixels[(pixel % height) * width + Math.floor(pixel / height)] = INSIDE;
    at = end;
    isInside = !isInside;
  }
  if (at !== total) throw new FileFault('its mask has run lengths that do not fit');
}

/** Runs from COCO's text (`rleFrString` of the COCO API): groups of five bits, from the fourth run on as differences. */
function* runsOf(text: string): Generator<number> {
  const last: number[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    let run = 0;
    for (let shift = 0, more = true; more; shift += 5) {
      const group = text.charCodeAt(at) - 48;
      at += 1;
      // Also at the end of the text, where the code is NaN.
      if (!(group >= 0 && group < 64) || shift > 30) throw new FileFault('its mask has damaged run lengths');
      run |= (group & 0x1f) << shift;
      more = (group & 0x20) !== 0;
      if (!more && group & 0x10 && shift < 27) run |= -1 << (shift + 5);
    }
    if (index > 2) run += last[index % 2] ?? 0;
    last[index % 2] = run;
    yield run;
  }
}
