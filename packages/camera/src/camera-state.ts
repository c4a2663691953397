/** Whether a camera sends as it should: one meaning for the console and for whatever else tells it (Contract 16). Pure. */

/** `never sent`: it runs, and its first frame is not overdue yet. */
export type CameraState = 'stopped' | 'never sent' | 'ok' | 'slow' | 'silent';

/** Times are Unix milliseconds by one clock, which is not the camera's. */
export interface CameraFacts {
  /** When its running session started; null: it is stopped. */
  started: number | null;
  /** When the latest frame of that session arrived; null: none has. */
  latest: number | null;
  /** Frames of that session. */
  frames: number;
  /** Frames per minute that it should send; null: not known. */
  expected: number | null;
  /** Frames per minute during the last `slowAfter(expected)` ms; null: nobody has watched for so long. */
  rate: number | null;
}

const MINUTE = 60_000;
/** A camera is silent after so many expected gaps without a frame. */
const MISSED = 3;
/** Milliseconds. No camera is silent sooner: networks and live states are late. */
export const SOONEST = 15_000;
/** Milliseconds without a frame that are silence where nothing is known about the camera. */
const UNKNOWN = MINUTE;
/** Over fewer gaps, a camera that sends regularly can seem to send at half its rate. */
const GAPS = 4;
/** Frames from which a session teaches a rate: one that failed at once teaches nothing. */
const ENOUGH = 10;

export function stateOf(camera: CameraFacts, now: number): CameraState {
  const { started, latest, expected, rate } = camera;
  if (started === null) return 'stopped';
  if (now - Math.max(started, latest ?? started) > silentAfter(camera)) return 'silent';
  if (latest === null) return 'never sent';
  return expected !== null && rate !== null && rate < expected / 2 ? 'slow' : 'ok';
}

/** Milliseconds without a frame after which a running camera is silent. */
export function silentAfter({ started, latest, frames, expected }: CameraFacts): number {
  if (expected !== null) return Math.max(SOONEST, (MISSED * MINUTE) / expected);
  const watched = (latest ?? 0) - (started ?? 0);
  // The first session teaches itself.
  if (latest === null || frames === 0 || watched < MINUTE) return UNKNOWN;
  return Math.max(SOONEST, (MISSED * watched) / frames);
}

/** Milliseconds at under half its rate after which a camera is slow. */
export const slowAfter = (expected: number | null): number =>
  Math.max(MINUTE, expected === null ? 0 : (GAPS * MINUTE) / expected);

/** Frames per minute of a session that has ended, to be expected of the next one; null: it was too short to tell. */
export function rateOf(session: { start: number; stop: number; frames: number }): number | null {
  const { start, stop, frames } = session;
  return stop - start < MINUTE || frames < ENOUGH ? null : (frames * MINUTE) / (stop - start);
}
