/** `[...]` of a pattern: which bytes it stands for. */

const SLASH = 0x2f;

/** Classes of ASCII, as the C locale has them: first and last byte of each run. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'azAZ09',
  alpha: 'azAZ',
  blank: '  \t\t',
  cntrl: '\x00\x1f\x7f\x7f',
  digit: '09',
  graph: '!~',
  lower: 'az',
  print: ' ~',
  punct: '!/:@[`{~',
  space: '  \t\r',
  upper: 'AZ',
  xdigit: '09afAF',
};

export interface Bracket {
  /** 1 at each byte that it stands for; never at `/`. */
  bytes: Uint8Array;
  /** Characters of the pattern, brackets included. */
  length: number;
}

/** @param text begins with `[`. @returns undefined where it has no end or names no class: such a pattern matches nothing */
export function readBracket(text: string): Bracket | undefined {
  const bytes = new Uint8Array(256);
  const isNegated = text[1] === '!' || text[1] === '^';
  const first = isNegated ? 2 : 1;
  let at = first;
  // A bracket that closes nothing yet is one of the set.
  while (at < text.length && (text[at] !== ']' || at === first)) {
    const next = readMember(text, at, bytes);
    if (next === undefined) return undefined;
    at = next;
  }
  if (at >= text.length) return undefined;
  const chosen = isNegated ? bytes.map((each) => 1 - each) : bytes;
  chosen[SLASH] = 0;
  return { bytes: chosen, length: at + 1 };
}

/** Adds a class, a range or a byte. @returns where the next one begins; undefined for what makes no sense */
function readMember(text: string, at: number, bytes: Uint8Array): number | undefined {
  const named = /^\[:([^\]]*):\]/.exec(text.slice(at, at + 16));
  if (named) return addRuns(CLASSES[named[1] ?? ''], bytes) ? at + named[0].length : undefined;
  const from = readByte(text, at);
  if (from === undefined) return undefined;
  const isRange = text[from.end] === '-' && from.end + 1 < text.length && text[from.end + 1] !== ']';
  const to = isRange ? readByte(text, from.end + 1) : from;
  if (to === undefined) return undefined;
  bytes.fill(1, from.byte, to.byte + 1);
  return to.end;
}

function readByte(text: string, at: number): { byte: number; end: number } | undefined {
  const place = text[at] === '\\' ? at + 1 : at;
  return place < text.length ? { byte: text.charCodeAt(place), end: place + 1 } : undefined;
}

function addRuns(runs: string | undefined, bytes: Uint8Array): boolean {
  for (let at = 0; at < (runs?.length ?? 0); at += 2)
    bytes.fill(1, runs?.charCodeAt(at), (runs?.charCodeAt(at + 1) ?? 0) + 1);
  return runs !== undefined;
}
