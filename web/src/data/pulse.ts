/** How often a camera sends, and whether it fell silent. Times are Unix milliseconds of this machine's clock. Pure. */

interface Beat {
  at: number;
  /** Frames of the session by then. */
  total: number;
}

/** What was seen of one session of a monitor. */
export interface Pulse {
  session: string;
  /** Id of the latest frame. */
  frame: string;
  /** When it came, as far as was seen; else when it was taken. Null before the first. */
  latest: number | null;
  /** Of the last minute, and the one before it. */
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
/** No camera is called silent sooner: what is shown may be two seconds old. */
const SOONEST = 7_000;
/** Usual intervals without a frame after which it is. */
const MISSED = 4;

/** The state of a monitor as it came at a moment. */
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

/** Milliseconds between two frames; null where too few have come to tell. */
function intervalOf({ beats }: Pulse): number | null {
  const [first, last] = [beats[0], beats.at(-1)];
  if (!first || !last || last.total <= first.total || last.at - first.at < LONG_ENOUGH) return null;
  return (last.at - first.at) / (last.total - first.total);
}

/** Milliseconds that must have been seen: what comes at once when a page opens is no pace. */
const LONG_ENOUGH = 5_000;

/** Frames a minute; null where too few have come to tell. */
export function perMinute(pulse: Pulse): number | null {
  const interval = intervalOf(pulse);
  return interval === null || interval === 0 ? null : MINUTE / interval;
}

/** Whether a running monitor has sent nothing for longer than it ever would. */
export function isSilent(pulse: Pulse, now: number): boolean {
  if (pulse.latest === null) return false;
  const interval = intervalOf(pulse);
  const patience = interval === null ? MINUTE : Math.min(MINUTE, Math.max(SOONEST, MISSED * interval));
  return now - pulse.latest > patience;
}
