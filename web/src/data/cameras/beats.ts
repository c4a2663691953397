/** The pace of a camera, as this page sees its frames come. Times are Unix milliseconds of one clock. Pure. */

interface Beat {
  at: number;
  /** Frames of the session until then. */
  total: number;
}

/** The frames of a monitor's session that this page has seen arrive. */
export interface Beats {
  session: string;
  /** Those of the last minutes, and the last one before them; the first is what there was when the page began to watch. */
  all: readonly Beat[];
}

export const NO_BEATS: Beats = { session: '', all: [] };

const MINUTE = 60_000;
/** Milliseconds of watching that a pace needs: frames that arrive at once when the page opens say nothing about it. */
const LONG_ENOUGH = 5_000;

/**
 * Takes in how many frames the session has now.
 * @param span milliseconds that are kept
 */
export function noteTotal(
  { session: known, all }: Beats,
  { session, total }: { session: string; total: number },
  span: number,
  now: number,
): Beats {
  const last = all.at(-1);
  if (!last || known !== session || total < last.total) return { session, all: [{ at: now, total }] };
  if (total === last.total) return { session, all };
  return { session, all: [...all.slice(Math.max(0, beginOf(all, span, now))), { at: now, total }] };
}

/** Index of the last beat before the last `span` milliseconds; -1 if the page has not watched for so long. */
const beginOf = (all: Beats['all'], span: number, now: number): number =>
  all.findLastIndex(({ at }) => at <= now - span);

/** Frames per minute during the last `span` milliseconds; null if the page has not watched for so long. */
export function rateOver({ all }: Beats, span: number, now: number): number | null {
  const first = all[beginOf(all, span, now)];
  const last = all.at(-1);
  return first && last ? ((last.total - first.total) * MINUTE) / (now - first.at) : null;
}

/** Frames per minute for people, soon after the page was opened; null if too few have arrived to tell. */
export function paceOf({ all }: Beats, now: number): number | null {
  // At least one gap, however long it is.
  const first = all[Math.max(0, Math.min(beginOf(all, MINUTE, now), all.length - 2))];
  const last = all.at(-1);
  if (!first || !last || last.total === first.total || last.at - first.at < LONG_ENOUGH) return null;
  const frames = last.total - first.total;
  // Between frames the pace stays; it falls once the next one is overdue.
  return MINUTE * Math.min(frames / (last.at - first.at), (frames + 1) / (now - first.at));
}
