/** Why something failed, in the language of the page. */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import type { Texts } from '../en.ts';

export function reasonOf(error: unknown, text: Texts): string {
  if (!(error instanceof SightlineError)) return (error as Error).message;
  if (error.kind === 'unreachable' || error.kind === 'late') return text.serviceAway;
  return text.refusal(error.status, error.message);
}
