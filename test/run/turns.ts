/**
 * Which suites of the rest come first at a landing. A fresh clone does not know what ran at earlier landings, so the commit decides:
 * the suites are a ring in a fixed order, and the hash of the commit says where in it a landing begins. A suite that has no
 * room at one landing has the same chance at each of the next: where three quarters fit, one in 250 waits for more than four.
 */
import { createHash } from 'node:crypto';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();
/** From 0 to 1. */
const drawn = (text: string): number => hashOf(text).readUInt32BE() / 2 ** 32;

/** All of them, in the order of this turn. */
export function inTurn(
  suites: readonly string[],
  commit: string,
  weightOf: (suite: string) => number,
): string[] {
  const ring = suites.map((suite) => ({ suite, place: drawn(suite) })).sort((a, b) => a.place - b.place);
  const whole = suites.reduce((sum, suite) => sum + weightOf(suite), 0);
  let ahead = whole * drawn(commit);
  let start = 0;
  for (const [index, { suite }] of ring.entries()) {
    if (ahead < weightOf(suite)) {
      start = index;
      break;
    }
    ahead -= weightOf(suite);
  }
  return [...ring.slice(start), ...ring.slice(0, start)].map(({ suite }) => suite);
}

/** Neighbours together, each part of about the given weight. */
export function inParts(
  suites: readonly string[],
  most: number,
  weightOf: (suite: string) => number,
): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const suite of suites) {
    if (room <= 0) {
      parts.push([]);
      room = most;
    }
    parts.at(-1)!.push(suite);
    room -= weightOf(suite);
  }
  return parts;
}
