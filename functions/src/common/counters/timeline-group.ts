/** Timeline groups: an image belongs to the group of its session, or without a session to that of its day (UTC). */
import { isId } from '../ids.ts';

const DAY = 86_400_000;
/** The latest time that `Date` can represent, Unix milliseconds. */
export const LATEST = 8_640_000_000_000_000;
const DAY_GROUP = /^day-(\d{4}-\d{2}-\d{2})$/;

/** Id of the group and of its document; `''` if the session is not an id: such an image is in no group. */
export function groupOf({ session, date }: { session: string; date: number }): string {
  if (session === '')
    return `day-${new Date(Math.abs(date) <= LATEST ? date : 0).toISOString().split('T')[0]}`;
  return isId(session) ? session : '';
}

/** Unix milliseconds of the first and the last moment of a day's group; null for the group of a session. */
export function dayOf(group: string): { from: number; to: number } | null {
  const [, day] = DAY_GROUP.exec(group) ?? [];
  const from = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(from) ? null : { from, to: from + DAY - 1 };
}
