/** How often a camera sends frames, and whether it has gone silent. Times are Unix milliseconds of this machine's clock. Pure. */

interface Beat {
  at: number;
  /** Number of frames of the session until then. */
  total: number;
}

/** The frames of a monitor's session that this page has seen arrive. */
export interface Pulse {
  session: string;
  /** Id of the latest frame. */
  frame: string;
  /** When it arrived; when it was taken, if it arrived before the page was opened. Null before the first frame. */
  latest: number | null;
  /** Those of the last minute, and the last one before that. */
  beats: readonly Beat[];
}

export const NO_PULSE: Pulse = { session: '', frame: '', latest: null, beats: [] };

export interface Seen {
  session: string;
  total: number;
  /** Latest frame; null before the first. */
  frame: { id: string; date: number } | null;
}

const MINUTE = 60_000;
/** No camera counts as silent sooner: the live state may be two seconds old. */
const SOONEST = 7_000;
/** A camera counts as silent after so many of its usual intervals without a frame. */
const MISSED = 4;

/** Takes in a new state of a monitor. */
export function beat(pulse: Pulse, { session, total, frame }: Seen, now: number): Pulse {
  const isOther = pulse.session !== session || pulse === NO_PULSE;
  if (isOther) {
    const latest = frame === null ? null : Math.min(frame.date, now);
    return { session, frame: frame?.id ?? '', latest, beats: [{ at: now, total }] };
  }
  if (frame === null || frame.id === pulse.frame) return pulse;
  const first = pulse.beats.findLastIndex(({ at }) => at < now - MINUTE);
  const beats = [...pulse.beats.slice(Math.max(0, first)), { at: now, total }];
  return { session, frame: frame.id, latest: now, beats };
}

/** Average milliseconds between two frames; null if too few have arrived to tell. */
function intervalOf({ beats }: Pulse): number | null {
  const [first, last] = [beats[0], beats.at(-1)];
  if (!first || !last || last.total <= first.total || last.at - first.at < LONG_ENOUGH) return null;
  return (last.at - first.at) / (last.total - first.total);
}

/** Milliseconds of observation that an average needs: frames that arrive at once when the page opens say nothing about it. */
const LONG_ENOUGH = 5_000;

/** Frames per minute; null if too few have arrived to tell. */
export function perMinute(pulse: Pulse): number | null {
  const interval = intervalOf(pulse);
  return interval === null || interval === 0 ? null : MINUTE / interval;
}

/** Whether a running monitor has sent nothing for much longer than usual. */
export function isSilent(pulse: Pulse, now: number): boolean {
  if (pulse.latest === null) return false;
  const interval = intervalOf(pulse);
  const patience = interval === null ? MINUTE : Math.min(MINUTE, Math.max(SOONEST, MISSED * interval));
  return now - pulse.latest > patience;
}
