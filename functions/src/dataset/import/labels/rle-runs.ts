import { DamagedRuns, readRuns } from '../../../../../packages/evaluate/src/run-text.ts';
import { isPauseDue, pause } from '../../../common/concurrency/pause.ts';
import { FileFault } from '../import-fault.ts';
import type { MaskSource } from '../plan.ts';

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
 * @throws FileFault if they do not fit into it; the reason of the signal
 */
export async function paintRows(
  { counts, ...part }: Extract<MaskSource, { kind: 'rows' }>,
  canvas: Canvas,
  signal: AbortSignal,
): Promise<void> {
  const { left, top, width, height } = part;
  let at = 0;
  for (const [index, run] of counts.entries()) {
    if (isPauseDue()) await rest(signal);
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

/** @throws FileFault */
export function* runsOf(text: string): Generator<number> {
  try {
    yield* readRuns(text);
  } catch (error) {
    throw error instanceof DamagedRuns ? new FileFault('its mask has damaged run lengths') : error;
  }
}

/** Lets others have their turn. @throws the reason of the signal */
export async function rest(signal: AbortSignal): Promise<void> {
  await pause();
  signal.throwIfAborted();
}
