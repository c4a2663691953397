/** What a failed upload means for its frame and for the others. */
import type { SightlineError } from '../../../client/src/sightline-error.ts';
import type { Frame } from '../spool/frame-file.ts';

/**
 * `retry`: later, the same frame. `hold`: no frame can be sent until a person changes something. `refuse`: this frame will
 * never be accepted, others may be. `stop`: the call was aborted.
 */
export type Verdict = 'retry' | 'hold' | 'refuse' | 'stop';

/** Rate, timeout. */
const MAY_PASS = new Set([408, 425, 429]);

/** The request is larger than the service, or a proxy before it, takes: its body, its address, its header. */
const TOO_LARGE = new Set([413, 414, 431]);

/** Refusals of one frame begin like this (Contract 6); those of a key, a monitor or an address do not (Spec 7). */
const ABOUT_THE_FRAME = /^Error: /;
/** Of predictions, only these are not about them (Contract 14). */
const NO_ACCESS = new Set([401, 403]);

export function judge(
  { kind, status, message }: SightlineError,
  { said }: Pick<Frame, 'said'> = {},
): Verdict {
  if (kind === 'aborted') return 'stop';
  if (status < 300 || status >= 500 || MAY_PASS.has(status)) return 'retry';
  if (TOO_LARGE.has(status)) return 'refuse';
  if (kind === 'unexpected') return 'hold';
  const isAboutIt = said ? !NO_ACCESS.has(status) : ABOUT_THE_FRAME.test(message);
  return isAboutIt ? 'refuse' : 'hold';
}

/** Whether the frame itself may be the reason, so that others are tried before it: it took too long, or something failed on it. */
export const mayBeItsOwn = ({ kind, status }: SightlineError): boolean =>
  kind === 'late' || status >= 500 || (kind === 'unexpected' && status >= 400 && !MAY_PASS.has(status));
