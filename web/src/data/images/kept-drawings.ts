/** Annotations that are not saved yet, kept in this browser so that closing the tab loses nothing. */
import type { ListedAnnotation } from '../../../../client/src/curate/records.ts';

export interface KeptDrawing {
  base: readonly ListedAnnotation[];
  mine: readonly ListedAnnotation[];
  /** Revision of the image when the drawing began. */
  seen: number;
  /** Unix milliseconds. */
  at: number;
}

/** Per person, because several people may use the same browser. */
const keyOf = (uid: string, image: string): string => `drawing/${uid}/${image}`;

/** @param kept null removes it */
export function keepDrawing(uid: string, image: string, kept: KeptDrawing | null): void {
  try {
    if (kept) localStorage.setItem(keyOf(uid, image), JSON.stringify(kept));
    else localStorage.removeItem(keyOf(uid, image));
  } catch {
    // The browser's storage is full or disabled. The editor still saves to the service after each pause.
  }
}

export function keptDrawing(uid: string, image: string): KeptDrawing | null {
  const stored = localStorage.getItem(keyOf(uid, image));
  return stored === null ? null : (JSON.parse(stored) as KeptDrawing);
}
