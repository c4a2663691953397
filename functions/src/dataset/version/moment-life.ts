/** Milliseconds after which a version's records may no longer be readable as of its creation: Firestore keeps an hour. */
export const MOMENT_LIFE = 55 * 60_000;
export const TOO_LATE = 'it was interrupted, and its moment has passed; make another version';
