import { invalid } from './database-error.ts';

/** Keys from the root down; the root is empty. */
export type Path = readonly string[];

/** Documented limits: UTF-8 bytes of a key, and levels below the root. */
const MAX_KEY_BYTES = 768;
const MAX_DEPTH = 32;
// biome-ignore lint/suspicious/noControlCharactersInRegex: keys must not contain control characters
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

/** `/a//b/` is `['a', 'b']`; the last key may be `.priority`. Throws `invalid_data` for an invalid key. */
export function parsePath(text: string): Path {
  const path = text.split('/').filter((key) => key !== '');
  requireDepth(path.length);
  path.forEach((key, at) => {
    if (key !== '.priority' || at < path.length - 1) requireKey(key);
  });
  return path;
}

/** The node itself, if the path leads to its priority. */
export const nodeOf = (path: Path): Path => (path.at(-1) === '.priority' ? path.slice(0, -1) : path);

export const formatPath = (path: Path): string => `/${path.join('/')}`;

/** Whether `inner` is `outer` or below it. */
export function isWithin(inner: Path, outer: Path): boolean {
  return inner.length >= outer.length && outer.every((key, at) => inner[at] === key);
}
