/** Ports for finding objects in images (Spec 4.2). Adapters are in `adapters/`. */

/** An object found in an image: [x, y, w, h] of its box, normalized 0-1, top-left first (Spec 4.2). */
export interface Detection {
  bbox: [number, number, number, number];
  class: string;
  score: number;
}

/** Of one image. */
export const MOST_DETECTIONS = 100;

/** Object detection by an outside service. */
export interface Vision {
  /**
   * Called once for each version of an image's bytes.
   * @param until Unix milliseconds, the deadline
   * @param signal aborted when nobody waits for it. Cloud Vision goes on: what it finds is paid for, and kept
   * @throws the reason of `signal`; HttpError of detection; `file not found` if the object disappeared meanwhile
   */
  locate(object: string, until: number, signal: AbortSignal): Promise<Detection[]>;
}
