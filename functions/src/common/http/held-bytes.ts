/**
 * Counts the bytes of bodies that current calls hold in this process. Forty uploads of 27 MB, decoded, do not fit into the
 * function's memory; those above the limit get 503.
 */
import type { IncomingMessage } from 'node:http';

/** Leaves the same amount for garbage of earlier calls, and for decoded base64. */
const MOST = 96 * 1024 ** 2;

const held = new Map<IncomingMessage, number>();
let total = 0;

/** @returns false if there is no room for more */
export function holdBytes(request: IncomingMessage, bytes: number): boolean {
  if (total + bytes > MOST) return false;
  total += bytes;
  held.set(request, (held.get(request) ?? 0) + bytes);
  return true;
}

/** Called when the request is answered. */
export function releaseBytes(request: IncomingMessage): void {
  total -= held.get(request) ?? 0;
  held.delete(request);
}
