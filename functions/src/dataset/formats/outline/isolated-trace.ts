/** What formats say of a mask, from its bytes, in an isolated process: a few kB of them may hold a million edges. */

import { decodeMask } from '../archive/read-pixels.ts';
import { EndlessOutline, outlineOf } from './outline.ts';
import type { Pixels } from './pixels.ts';
import { type MaskRegion, MOST_RUNS, maskRegion } from './rle.ts';

export interface Traces {
  /** x and y in turns, 0 to 1. */
  outline: number[];
  region: MaskRegion;
}

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
  return (await (as === 'outline' ? traceOutline(pixels) : maskRegion(pixels, MOST_RUNS))) as Traced<As>;
}

async function traceOutline(pixels: Pixels): Promise<number[] | 'too long' | 'blank'> {
  const { width, height } = pixels;
  try {
    const outline = await outlineOf(pixels);
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
