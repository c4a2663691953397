/** How much may wait. */
export interface Limits {
  /** Bytes of the whole spool; 0: no limit. */
  bytes: number;
  /** Milliseconds that the oldest frame may wait; 0: no limit. */
  age: number;
  /** At a limit: refuse new frames, or drop the oldest ones. */
  atLimit: 'refuse' | 'drop';
}

/** The spool takes no more. */
export class SpoolFull extends Error {
  override readonly name = 'SpoolFull';
}

/**
 * Bytes of frames that wait in memory until they are written. Frames come faster than a slow disk can sync them; a few large
 * pictures at once are no reason to refuse one.
 */
export const MOST_UNWRITTEN = 64_000_000;

export const tooSlow = (): SpoolFull =>
  new SpoolFull(`The spool is full: ${MOST_UNWRITTEN / 1e6} MB wait until the disk has written them`);

export function fullOf(limits: Limits, isOld: boolean): SpoolFull {
  if (isOld)
    return new SpoolFull(`The spool is full: its oldest frame waits for more than ${inWords(limits.age)}`);
  return new SpoolFull(`The spool is full: ${Math.round(limits.bytes / 1e6)} MB`);
}

function inWords(milliseconds: number): string {
  const hours = milliseconds / 3_600_000;
  return hours >= 1 ? `${Math.round(hours)} h` : `${Math.round(milliseconds / 60_000)} min`;
}
