/** Limits of a body, checked on its bytes before it is parsed: 1 MB of text can be a million objects. */
import { HttpError } from '../../errors.ts';

export interface Budget {
  /** Maximum bytes, both compressed and decompressed. */
  bytes: number;
  /** Depth of nested objects and lists. */
  depth: number;
  /** Entries of all objects and lists together. */
  members: number;
}

/** For everything without an image: 1,000 annotations with 8 members are the most that any route takes. */
export const SMALL: Budget = { bytes: 1024 ** 2, depth: 32, members: 20_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks the bytes only; invalid JSON is left to the parser.
 * @throws HttpError `body too deep`, `body too many`
 */
export function requireShape(json: Buffer, { depth, members }: Budget): void {
  let open = 0;
  let count = 0;
  let texts = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case QUOTE:
        at = endOfText(json, at);
        texts += 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        open += 1;
        count += 1;
        break;
      case COMMA:
        count += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        open -= 1;
        break;
    }
    if (open > depth) throw new HttpError('body too deep');
    // A name and a value for each member, and one for a body that is a single string. Only invalid JSON has more: the limit
    // saves the search for the ends of millions of strings.
    if (count > members || texts > 2 * members + 1) throw new HttpError('body too many');
  }
}

/**
 * Position of the quote that ends a string; beyond the last byte if there is none. An image is a string of megabytes without
 * a backslash, so the end is searched, not scanned character by character.
 * @param start position of the quote that begins it
 */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1;
  const quote = json.indexOf(QUOTE, at);
  if (quote < 0) return json.length;
  if (!json.subarray(at, quote).includes(BACKSLASH)) return quote;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
