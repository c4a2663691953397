/**
 * The shortest way from one list of lines to another (Myers, in linear space). Pure.
 * Lines are compared by number; equal lines have equal numbers.
 */
export interface Change {
  /** First line that goes, and how many; first line that comes, and how many. From 0. */
  oldStart: number;
  oldCount: number;
  newStart: number;
  newCount: number;
}

/** Lines with their line feeds; the last one may have none. */
export const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The changes in order; what lies between them is the same on both sides. */
export function diffLines(before: readonly string[], after: readonly string[]): Change[] {
  const numbers = new Map<string, number>();
  const number = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  const a = before.map(number);
  const b = after.map(number);
  const gone = new Uint8Array(a.length);
  const come = new Uint8Array(b.length);
  compareShared(a, b, gone, come);
  slideDown(a, gone, come);
  slideDown(b, come, gone);
  return collect(gone, come);
}

/** Lines that the other side has nowhere are changed without further thought; only the rest is worth a search. */
function compareShared(a: readonly number[], b: readonly number[], gone: Uint8Array, come: Uint8Array): void {
  const inA = new Set(a);
  const inB = new Set(b);
  const keptA = [...a.keys()].filter((at) => mark(gone, at, !inB.has(a[at] ?? -1)));
  const keptB = [...b.keys()].filter((at) => mark(come, at, !inA.has(b[at] ?? -1)));
  const search = new Search(
    keptA.map((at) => a[at] ?? -1),
    keptB.map((at) => b[at] ?? -1),
    (at) => mark(gone, keptA[at] ?? 0, true),
    (at) => mark(come, keptB[at] ?? 0, true),
  );
  search.run(0, keptA.length, 0, keptB.length);
}

function mark(flags: Uint8Array, at: number, isChanged: boolean): boolean {
  if (isChanged) flags[at] = 1;
  return !isChanged;
}

/** From this many steps on the search gives up on the shortest way: the texts have little in common. */
const MOST_STEPS = 4_096;

class Search {
  readonly #a: readonly number[];
  readonly #b: readonly number[];
  readonly #onGone: (at: number) => void;
  readonly #onCome: (at: number) => void;

  constructor(
    a: readonly number[],
    b: readonly number[],
    onGone: (at: number) => void,
    onCome: (at: number) => void,
  ) {
    this.#a = a;
    this.#b = b;
    this.#onGone = onGone;
    this.#onCome = onCome;
  }

  run(aStart: number, aStop: number, bStart: number, bStop: number): void {
    let [a0, a1, b0, b1] = [aStart, aStop, bStart, bStop];
    while (a0 < a1 && b0 < b1 && this.#a[a0] === this.#b[b0]) {
      a0++;
      b0++;
    }
    while (a0 < a1 && b0 < b1 && this.#a[a1 - 1] === this.#b[b1 - 1]) {
      a1--;
      b1--;
    }
    const middle = a0 === a1 || b0 === b1 ? undefined : this.#middle(a0, a1, b0, b1);
    if (middle === undefined) {
      for (let at = a0; at < a1; at++) this.#onGone(at);
      for (let at = b0; at < b1; at++) this.#onCome(at);
      return;
    }
    this.run(a0, middle.a, b0, middle.b);
    this.run(middle.a, a1, middle.b, b1);
  }

  /** A point on a shortest way about half way, found from both ends at once; undefined where the search gives up. */
  #middle(a0: number, a1: number, b0: number, b1: number): { a: number; b: number } | undefined {
    const n = a1 - a0;
    const m = b1 - b0;
    const reach = Math.min(Math.ceil((n + m) / 2), MOST_STEPS);
    const fromStart = (at: number, k: number): boolean =>
      at < n && at - k < m && this.#a[a0 + at] === this.#b[b0 + at - k];
    const fromEnd = (at: number, k: number): boolean =>
      at < n && at - k < m && this.#a[a1 - 1 - at] === this.#b[b1 - 1 - at + k];
    const forward = new Frontier(reach, fromStart);
    const backward = new Frontier(reach, fromEnd);
    const isOdd = (n - m) % 2 !== 0;
    for (let steps = 0; steps <= reach; steps++) {
      const met = forward.advance(steps, isOdd ? backward : undefined, n, m);
      if (met !== undefined) return inside(a0 + met.x, b0 + met.x - met.k, a0, a1, b0, b1);
      const back = backward.advance(steps, isOdd ? undefined : forward, n, m);
      if (back !== undefined) return inside(a1 - back.x, b1 - back.x + back.k, a0, a1, b0, b1);
    }
    return undefined;
  }
}

/** How far one end of the search has come on each diagonal. */
class Frontier {
  readonly #furthest: Int32Array;
  readonly #zero: number;
  readonly #isSame: (at: number, k: number) => boolean;
  #steps = -1;

  constructor(reach: number, isSame: (at: number, k: number) => boolean) {
    this.#zero = reach + 1;
    this.#furthest = new Int32Array(2 * reach + 3).fill(-1);
    this.#furthest[this.#zero + 1] = 0;
    this.#isSame = isSame;
  }

  /** One step further on every diagonal. Returns where it met the other end, once it has. */
  advance(
    steps: number,
    other: Frontier | undefined,
    n: number,
    m: number,
  ): { x: number; k: number } | undefined {
    this.#steps = steps;
    for (let k = -steps; k <= steps; k += 2) {
      const x = this.#follow(k, steps);
      const opposite = n - m - k;
      if (other === undefined || Math.abs(opposite) > other.#steps || x < k) continue;
      if (x + other.#at(opposite) >= n) return { x, k };
    }
    return undefined;
  }

  #at(k: number): number {
    return this.#furthest[this.#zero + k] ?? -1;
  }

  #follow(k: number, steps: number): number {
    const down = k === -steps || (k !== steps && this.#at(k - 1) < this.#at(k + 1));
    let x = down ? this.#at(k + 1) : this.#at(k - 1) + 1;
    while (x >= k && this.#isSame(x, k)) x++;
    this.#furthest[this.#zero + k] = x;
    return x;
  }
}

/** A point at a corner would split nothing off, and the search would not end. */
function inside(a: number, b: number, a0: number, a1: number, b0: number, b1: number) {
  const isPoint = a >= a0 && a <= a1 && b >= b0 && b <= b1;
  const isCorner = (a === a0 && b === b0) || (a === a1 && b === b1);
  return isPoint && !isCorner ? { a, b } : undefined;
}

/** Moves each group of changed lines down as far as the text allows, as git does, so that equal edits look equal. */
function slideDown(lines: readonly number[], changed: Uint8Array, other: Uint8Array): void {
  let at = 0;
  let partner = 0;
  while (at < lines.length) {
    if (!changed[at]) {
      while (other[partner]) partner++;
      partner++;
      at++;
      continue;
    }
    let start = at;
    let end = at;
    while (end < lines.length && changed[end]) end++;
    // Only while the line passed over has no change of the other side right behind it: pairs stay together.
    while (end < lines.length && lines[start] === lines[end] && !hasPartner(other, partner)) {
      changed[start++] = 0;
      changed[end++] = 1;
      partner++;
      while (end < lines.length && changed[end]) end++;
    }
    at = end;
  }
}

const hasPartner = (other: Uint8Array, partner: number): boolean => other[partner] === 1;

function collect(gone: Uint8Array, come: Uint8Array): Change[] {
  const changes: Change[] = [];
  for (let a = 0, b = 0; a < gone.length || b < come.length; a++, b++) {
    const start = { oldStart: a, newStart: b };
    while (gone[a]) a++;
    while (come[b]) b++;
    if (a > start.oldStart || b > start.newStart)
      changes.push({ ...start, oldCount: a - start.oldStart, newCount: b - start.newStart });
  }
  return changes;
}
