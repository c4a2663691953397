/** Images a day, from the counters of the timeline. Pure; days are those of this machine's time zone. */
import type { TimelineGroup } from '../../../data/timeline.ts';

/** Days that are shown. */
export const DAYS = 30;

export interface Day {
  /** Unix milliseconds of its first moment, and of its last. */
  from: number;
  to: number;
}

/** The days up to that of the newest image, oldest first; none where there is no image. */
export function daysOf(groups: readonly TimelineGroup[], count = DAYS): Day[] {
  const newest = Math.max(...groups.map(({ last }) => last));
  if (!Number.isFinite(newest)) return [];
  return Array.from({ length: count }, (_, index) => {
    const from = midnight(newest, index - count + 1);
    return { from, to: midnight(from, 1) - 1 };
  });
}

/** Days may have 23 or 25 hours. */
function midnight(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/** A group and one of the days on which it goes on: how many of its images are of that day, its counter does not tell. */
export interface Part {
  group: string;
  day: number;
}

/**
 * What the counters tell, and what is to be counted.
 * @returns `known`: images of each day from groups within one day
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
