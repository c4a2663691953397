import * as z from 'zod/mini';
import { SESSION_NAME } from '../../../packages/records/src/named-sessions.ts';
import { about } from '../common/http/input/fields.ts';
import type { Monitor } from '../common/model.ts';

const NO_SESSION = 'session must be 1 to 64 of A-Z a-z 0-9 _ -';

/** The name of a session, chosen by the device (Contract 10). */
export const sessionName = (description: string) =>
  z.optional(z.string(NO_SESSION).check(z.regex(SESSION_NAME, NO_SESSION))).check(about(description));

/** Milliseconds after its stop in which a session still accepts late frames (Contract 6). */
export const LATE_FRAMES = 600_000;

/**
 * The session of a frame: the running one; or the last one, if the frame is dated inside it and arrives within 10 minutes
 * of its stop; or none.
 * @param date the frame's own date, @param now both Unix milliseconds
 */
export function sessionOfFrame(
  monitor: Pick<Monitor, 'session' | 'lastSession'>,
  date: number,
  now: number,
): string {
  if (monitor.session !== '') return monitor.session;
  const last = monitor.lastSession;
  if (!last || now - last.stop > LATE_FRAMES) return '';
  return date >= last.start && date <= last.stop ? last.id : '';
}
