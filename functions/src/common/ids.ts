/** Ids from outside, checked before any call: some of them cost a client library seconds of retries. */

export const MAX_ID_BYTES = 256;

/** One path segment without control characters, not reserved. It uses ranges because not every language knows `\p{...}`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is not allowed.
export const ID = /^(?!(?:\.{1,2}|__[^/]*__)$)[^/\u0000-\u001f\u007f-\u009f]+$/;

/** A Firestore document id that we accept: 1 to 256 bytes of UTF-8 that match `ID`. */
export function isId(value: unknown): value is string {
  if (typeof value !== 'string' || !value.isWellFormed()) return false;
  return ID.test(value) && Buffer.byteLength(value) <= MAX_ID_BYTES;
}

/**
 * A tag id from an id or from a path of Spec 2.4 (`dataset/<dataset_id>/tag/<tag_id>`).
 * @returns null if it is neither, or a tag of another dataset
 */
export function tagIdOf(reference: unknown, dataset: string): string | null {
  if (typeof reference !== 'string') return null;
  const segments = reference.replace(/^\//, '').split('/');
  if (segments.length === 1) return isId(segments[0]) ? segments[0] : null;
  const [collection, owner, kind, id] = segments;
  const fits = segments.length === 4 && collection === 'dataset' && owner === dataset && kind === 'tag';
  return fits && isId(id) ? id : null;
}
