/** Images per day, from the counters of the timeline. Pure. Days are in this machine's time zone. */
import type { TimelineGroup } from '../../../data/records/timeline.ts';

/** Number of days in the chart. */
export const DAYS = 30;

export interface Day {
  /** First and last millisecond of the day, in Unix time. */
  from: number;
  to: number;
}

/** The days up to the day of the newest image, oldest first; empty if there are no images. */
export function daysOf(groups: readonly TimelineGroup[], count = DAYS): Day[] {
  const newest = Math.max(...groups.map(({ last }) => last));
  if (!Number.isFinite(newest)) return [];
  return Array.from({ length: count }, (_, index) => {
    const from = midnight(newest, index - count + 1);
    return { from, to: midnight(from, 1) - 1 };
  });
}

/** Midnight of another day. Uses the calendar, because a day may have 23 or 25 hours. */
export function midnight(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** A group that spans several days, and one of these days. Its counter does not tell how many images each day has. */
export interface Part {
  group: string;
  day: number;
}

/**
 * Splits the groups into those whose counters are enough, and those that must be counted.
 * @returns `known`: for each day, the images of groups that lie within it; `parts`: what must be counted
 */
export function partsOf(
  groups: readonly TimelineGroup[],
  days: readonly Day[],
): { known: number[]; parts: Part[] } {
  const known = days.map(() => 0);
  const parts: Part[] = [];
  for (const { id, first, last, imageCounter } of groups)
    for (const [day, { from, to }] of days.entries()) {
      if (last < from || first > to) continue;
      if (first >= from && last <= to) known[day] = (known[day] ?? 0) + imageCounter;
      else parts.push({ group: id, day });
    }
  return { known, parts };
}
