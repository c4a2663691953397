/**
 * Keys of the Realtime Database may not contain `.#$[]/` or control characters. Like the functions, this percent-encodes
 * them, and `%` itself. `decodeURIComponent` reverses it.
 */
export const databaseKey = (id: string): string =>
  id.replace(/[%.#$[\]/\p{Cc}]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
