/** The client went away before its answer was complete. */
export class CallerLeft extends Error {}

/** A stream that ended with its reader, or was ended by a signal. */
const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

/** True for errors caused by the disconnect, not for other failures at the same time. */
export function isLeaving(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return error instanceof CallerLeft || CUT_OFF.has(String(code)) || isLeaving(error.cause);
}
