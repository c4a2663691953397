/**
 * Shares this process's room for bodies among callers. Forty uploads of 27 MB, decoded, do not fit into the function's memory.
 * What counts is what has arrived, whatever a body says of its size. A caller has half of the room at most, a body has to keep
 * coming, and where room is short, the largest of those that have become slow gives its own to one that is coming in.
 */
import type { IncomingMessage } from 'node:http';

/** Leaves the same amount for garbage of earlier calls, and for decoded base64. */
const MOST = 96 * 1024 ** 2;
/** Of one caller. */
const SHARE = MOST / 2;
/** Bytes a second that a body must bring; a camera's poor line brings 20,000. */
const PACE = 4096;
/** Seconds without a byte that a body may have in any case. */
const PAUSE = 15;
/** The same, where its room is wanted. */
const SHORT_PAUSE = 5;
/** Seconds in which a body must bring as much as it holds, where its room is wanted. */
const TURN = 20;

interface Body {
  caller: string;
  bytes: number;
  /** Seconds that it may still be silent. */
  patience: number;
  /** The same, where its room is wanted. */
  turn: number;
  /** Ends it, because it is too slow; null once it has arrived. */
  cut: (() => void) | null;
  clock: NodeJS.Timeout;
}

const held = new Map<IncomingMessage, Body>();

/**
 * Called before the first byte.
 * @param cut called at most once, if the body is too slow
 */
export function expectBytes(request: IncomingMessage, caller: string, cut: () => void): void {
  // Ticks and not times: while this process is busy, no body gets older.
  const clock = setInterval(() => {
    body.patience -= 1;
    body.turn -= 1;
    if (body.patience < 0) endSlow(request, body);
  }, 1000).unref();
  const body: Body = { caller, bytes: 0, patience: PAUSE, turn: SHORT_PAUSE, cut, clock };
  held.set(request, body);
}

/** @returns false if there is no room for more */
export function holdBytes(request: IncomingMessage, bytes: number): boolean {
  const body = held.get(request);
  if (!body) return false;
  const isOwn = ({ caller }: Body) => caller === body.caller;
  if (!makeRoom(bytes, SHARE, isOwn) || !makeRoom(bytes, MOST, () => true)) return false;
  body.bytes += bytes;
  body.patience = Math.min(PAUSE, body.patience + bytes / PACE);
  body.turn = Math.min(SHORT_PAUSE, body.turn + (TURN * bytes) / body.bytes);
  return true;
}

/** Called when the body has arrived. */
export function completeBytes(request: IncomingMessage): void {
  const body = held.get(request);
  if (!body) return;
  clearInterval(body.clock);
  body.cut = null;
}

/** Called when nothing needs the body any more. */
export function releaseBytes(request: IncomingMessage): void {
  completeBytes(request);
  held.delete(request);
}

function makeRoom(bytes: number, most: number, counts: (body: Body) => boolean): boolean {
  const bodies = [...held].filter(([, body]) => counts(body));
  let sum = bodies.reduce((all, [, body]) => all + body.bytes, bytes);
  if (sum <= most) return true;
  const slow = bodies
    .filter(([, { cut, turn }]) => cut && turn < 0)
    .sort(([, a], [, b]) => b.bytes - a.bytes);
  for (const [request, body] of slow) {
    if (sum <= most) break;
    sum -= body.bytes;
    endSlow(request, body);
  }
  return sum <= most;
}

function endSlow(request: IncomingMessage, { cut }: Body): void {
  releaseBytes(request);
  cut?.();
}
