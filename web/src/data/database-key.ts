/**
 * Keys of the Realtime Database may not contain `.#$[]/` or control characters: those are percent-encoded, and so is `%`, as
 * the functions do it. `decodeURIComponent` takes it back.
 */
export const databaseKey = (id: string): string =>
  id.replace(/[%.#$[\]/\p{Cc}]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
