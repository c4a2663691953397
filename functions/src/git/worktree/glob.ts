/**
 * Wildcards over bytes, as git has them: `*` and `?` stop at slashes, `**` between slashes is any depth. Patterns come with
 * a repository, so none may take long: what a regular expression would try in too many ways is walked byte by byte.
 */
import { readBracket } from './bracket.ts';

/** `folders` is nothing, or anything up to a slash; `rest` anything, but something. */
type Part = number | Uint8Array | 'star' | 'folders' | 'rest';

export interface Glob {
  /** @param bytes each byte as a character */
  test(bytes: string): boolean;
}

/** Longer ones match nothing: no path is longer. */
const LONGEST = 4_096;
/** Parts of any length that a regular expression may have: with each more it may take the path's length times as long. */
const MOST_OPEN = 2;

const SLASH = 0x2f;

/** @returns undefined for a pattern that matches nothing: an open bracket, or a backslash at its end */
export function compileGlob(glob: string, isAnchored: boolean, mostOpen = MOST_OPEN): Glob | undefined {
  const parts = glob.length > LONGEST ? undefined : partsOf(glob);
  if (parts === undefined) return undefined;
  const all: Part[] = isAnchored ? parts : ['folders', ...parts];
  const open = parts.filter((part) => typeof part === 'string').length;
  return open <= mostOpen ? new RegExp(`^${all.map(expressionOf).join('')}$`, 's') : new Walk(all);
}

function partsOf(glob: string): Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < glob.length; at++) {
    const rest = glob.slice(at, at + 3);
    const isFirst = at === 0 || glob[at - 1] === '/';
    if (isFirst && rest === '**/') {
      if (parts.at(-1) !== 'folders') parts.push('folders');
      at += 2;
    } else if (isFirst && rest === '**') {
      parts.push('rest');
      at += 1;
    } else if (glob[at] === '*') {
      if (parts.at(-1) !== 'star') parts.push('star');
    } else if (glob[at] === '?') parts.push(NO_SLASH);
    else if (glob[at] === '[') {
      const bracket = readBracket(glob.slice(at));
      if (bracket === undefined) return undefined;
      parts.push(bracket.bytes);
      at += bracket.length - 1;
    } else {
      if (glob[at] === '\\') at += 1;
      if (at >= glob.length) return undefined;
      parts.push(glob.charCodeAt(at));
    }
  }
  return parts;
}

const NO_SLASH = new Uint8Array(256).fill(1);
NO_SLASH[SLASH] = 0;

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

function expressionOf(part: Part): string {
  if (part === 'star') return '[^/]*';
  if (part === 'folders') return '(?:.*/)?';
  if (part === 'rest') return '.+';
  if (typeof part === 'number') return hex(part);
  return `[${[...part.keys()]
    .filter((byte) => part[byte] === 1)
    .map(hex)
    .join('')}]`;
}

/** All places of the pattern that the bytes so far may have led to, at once. */
class Walk implements Glob {
  readonly #parts: readonly Part[];
  /** When each place was last come to, and last come to anew, from the part before it. */
  readonly #seen: Int32Array;
  readonly #entered: Int32Array;
  #time = 0;
  #places: number[] = [];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    this.#seen = new Int32Array(parts.length + 1);
    this.#entered = new Int32Array(parts.length + 1);
  }

  test(bytes: string): boolean {
    this.#begin();
    this.#enter(0);
    for (let at = 0; at < bytes.length && this.#places.length > 0; at++) {
      const from = this.#places;
      this.#begin();
      for (const place of from) this.#step(place, bytes.charCodeAt(at));
    }
    return this.#places.includes(this.#parts.length);
  }

  #begin(): void {
    this.#time += 1;
    this.#places = [];
  }

  #step(place: number, byte: number): void {
    const part = this.#parts[place];
    if (part === undefined) return;
    if (part === 'star') {
      if (byte !== SLASH) this.#enter(place);
    } else if (part === 'folders') {
      this.#stay(place);
      if (byte === SLASH) this.#enter(place + 1);
    } else if (part === 'rest') {
      this.#stay(place);
      this.#enter(place + 1);
    } else if (typeof part === 'number' ? part === byte : part[byte] === 1) this.#enter(place + 1);
  }

  #stay(place: number): void {
    if (this.#seen[place] === this.#time) return;
    this.#seen[place] = this.#time;
    this.#places.push(place);
  }

  /** What may be nothing is also passed over. */
  #enter(place: number): void {
    for (let next = place; this.#entered[next] !== this.#time; next++) {
      this.#entered[next] = this.#time;
      this.#stay(next);
      const part = this.#parts[next];
      if (part !== 'star' && part !== 'folders') return;
    }
  }
}
