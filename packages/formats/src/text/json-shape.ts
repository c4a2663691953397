/** 1 MB of JSON can be a million objects: its bytes say how many, before it is parsed. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Depth of nested objects and lists, and entries of all of them together. */
export interface JsonShape {
  depth: number;
  members: number;
}

/** What is more than may be, by the bytes only: invalid JSON is left to the parser. */
export function flawOfShape(json: Buffer, { depth, members }: JsonShape): 'deep' | 'many' | null {
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
    if (open > depth) return 'deep';
    // A name and a value for each member, and one for a body that is a single string. Only invalid JSON has more: the limit
    // saves the search for the ends of millions of strings.
    if (count > members || texts > 2 * members + 1) return 'many';
  }
  return null;
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
