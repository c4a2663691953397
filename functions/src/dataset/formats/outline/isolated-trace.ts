/** What formats say of a mask, from its bytes, in an isolated process: a few kB of them may hold a million edges. */

import { MOST_RUNS, maskRegion } from '../../../../../packages/formats/src/shape/mask-region.ts';
import { EndlessOutline, outlineOf } from '../../../../../packages/formats/src/shape/outline.ts';
import type { Pixels } from '../../../../../packages/formats/src/shape/pixels.ts';
import type { Traces } from '../../../../../packages/formats/src/shape/traces.ts';
import { decodeMask } from '../archive/read-pixels.ts';

/** `blank`: no pixel of it belongs to the tag. */
export type Traced<As extends keyof Traces> = Traces[As] | 'unreadable' | 'blank' | 'too long';

/** @throws HttpError `too costly`; the reason of `signal` */
export type TraceMask = <As extends keyof Traces>(
  as: As,
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<Traced<As>>;

const BLANK = Buffer.alloc(64 * 1024);

export async function traceMask<As extends keyof Traces>({
  as,
  bytes,
}: {
  as: As;
  bytes: Uint8Array;
}): Promise<Traced<As>> {
  const pixels = await decodeMask(Buffer.from(bytes));
  if (!pixels) return 'unreadable';
  if (isBlank(pixels)) return 'blank';
  return (as === 'outline' ? traceOutline(pixels) : maskRegion(pixels, MOST_RUNS)) as Traced<As>;
}

function traceOutline(pixels: Pixels): number[] | 'too long' | 'blank' {
  const { width, height } = pixels;
  try {
    const outline = outlineOf(pixels);
    return outline?.map((value, at) => value / (at % 2 === 0 ? width : height)) ?? 'blank';
  } catch (error) {
    if (error instanceof EndlessOutline) return 'too long';
    throw error;
  }
}

function isBlank({ data }: Pixels): boolean {
  for (let at = 0; at < data.length; at += BLANK.length) {
    const part = data.subarray(at, at + BLANK.length);
    if (!BLANK.subarray(0, part.length).equals(part)) return false;
  }
  return true;
}
