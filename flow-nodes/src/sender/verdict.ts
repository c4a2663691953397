/** What a failed upload means for its frame and for the others. */
import type { SightlineError } from '../../../client/src/sightline-error.ts';

/**
 * `retry`: later, the same frame. `hold`: no frame can be sent until a person changes something. `refuse`: this frame will
 * never be accepted, others may be. `stop`: the call was aborted.
 */
export type Verdict = 'retry' | 'hold' | 'refuse' | 'stop';

/** Rate, timeout. */
const MAY_PASS = new Set([408, 425, 429]);

/** Refusals of one frame begin like this (Contract 6); those of a key, a monitor or an address do not (Spec 7). */
const ABOUT_THE_FRAME = /^Error: /;

export function judge({ kind, status, message }: SightlineError): Verdict {
  if (kind === 'aborted') return 'stop';
  if (status < 300 || status >= 500 || MAY_PASS.has(status)) return 'retry';
  if (kind === 'unexpected') return 'hold';
  return ABOUT_THE_FRAME.test(message) ? 'refuse' : 'hold';
}
