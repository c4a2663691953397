/** What was drawn and is not saved yet, kept in this browser: a tab that closes loses nothing. */
import type { ListedAnnotation } from '../../../client/src/curate/records.ts';

export interface KeptDrawing {
  base: readonly ListedAnnotation[];
  mine: readonly ListedAnnotation[];
  /** Revision of the image that was drawn on. */
  seen: number;
  /** Unix milliseconds. */
  at: number;
}

/** Of one person, because others may use the same browser. */
const keyOf = (uid: string, image: string): string => `drawing/${uid}/${image}`;

/** @param kept null takes it away */
export function keepDrawing(uid: string, image: string, kept: KeptDrawing | null): void {
  try {
    if (kept) localStorage.setItem(keyOf(uid, image), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(uid, image));
  } catch {
    // The browser's store is full or switched off: what is drawn is still saved after each rest.
  }
}

export function keptDrawing(uid: string, image: string): KeptDrawing | null {
  const stored = localStorage.getItem(keyOf(uid, image));
  return stored === null ? null : (JSON.parse(stored) as KeptDrawing);
}
