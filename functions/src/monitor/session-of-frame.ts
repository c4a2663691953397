import type { Monitor } from '../common/model.ts';

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
