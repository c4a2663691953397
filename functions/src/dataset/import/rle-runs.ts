import { isPauseDue, pause } from '../../common/pause.ts';
import { FileFault } from './import-fault.ts';

/** A mask that is painted: its pixels row by row, with `INSIDE` where the tag is. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const INSIDE = 255;

/** Pixels that are painted before others have their turn. */
const SPAN = 500_000;

/**
 * Paints COCO's run lengths (formats/rle.ts): column by column, alternating runs of 0 and 1.
 * @throws FileFault if they do not cover exactly this size; the reason of the signal
 */
export async function paintRle(
  counts: string | readonly unknown[],
  canvas: Canvas,
  signal: AbortSignal,
): Promise<void> {
  const total = canvas.width * canvas.height;
  let at = 0;
  let isInside = false;
  for (const run of typeof counts === 'string' ? runsOf(counts) : counts) {
    if (isPauseDue()) await rest(signal);
    if (!Number.isInteger(run) || (run as number) < 0 || at + (run as number) > total)
      throw new FileFault('its mask has run lengths that do not fit');
    const end = at + (run as number);
    for (; isInside && at < end; at += SPAN) {
      if (isPauseDue()) await rest(signal);
      paintSpan(at, Math.min(end, at + SPAN), canvas);
    }
    at = end;
    isInside = !isInside;
  }
  if (at !== total) throw new FileFault('its mask has run lengths that do not fit');
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

/** Runs from COCO's text (`rleFrString` of the COCO API): groups of five bits, from the fourth run on as differences. */
export function* runsOf(text: string): Generator<number> {
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

/** Lets others have their turn. @throws the reason of the signal */
export async function rest(signal: AbortSignal): Promise<void> {
  await pause();
  signal.throwIfAborted();
}
