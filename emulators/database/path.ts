import { invalid } from './refusal.ts';

/** Keys from the root down; empty is the root. */
export type Path = readonly string[];

/** As the product documents them: bytes of UTF-8 in a key, and levels below the root. */
const MAX_KEY_BYTES = 768;
const MAX_DEPTH = 32;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a key must not hold
const BAD_KEY = /[.#$[\]/\x00-\x1f\x7f]/;

export function requireKey(key: string): string {
  if (key === '' || BAD_KEY.test(key))
    throw invalid(`key ${JSON.stringify(key)} is empty or holds . $ # [ ] / or a control character`);
  if (key.length * 3 > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw invalid(`a key is longer than ${MAX_KEY_BYTES} bytes`);
  }
  return key;
}

export function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw invalid(`path is deeper than ${MAX_DEPTH} levels`);
}

/** `/a//b/` is `['a', 'b']`. Throws `invalid_data` for a key that cannot exist. */
export function parsePath(text: string): Path {
  const path = text.split('/').filter((key) => key !== '');
  requireDepth(path.length);
  return path.map(requireKey);
}

export const formatPath = (path: Path): string => `/${path.join('/')}`;

/** Whether `inner` is `outer` or lies below it. */
export function isWithin(inner: Path, outer: Path): boolean {
  return inner.length >= outer.length && outer.every((key, at) => inner[at] === key);
}
