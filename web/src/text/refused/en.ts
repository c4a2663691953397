/** Changes that wait for the service, and what it refuses. */
import { plural } from '../plural.ts';

const count = (one: string, other: string) => (value: number) => plural('en', value, { one, other });
const changes = count('change', 'changes');

export const outbox = {
  serviceAway: 'The service is not responding.',
  changesKept: count('change is kept, not yet sent.', 'changes are kept, not yet sent.'),
  uploadsKept: count('image is kept, not yet uploaded.', 'images are kept, not yet uploaded.'),
  changesRefused: (number: number, when: string) => `${changes(number)} of ${when} not made:`,
  dismiss: 'Dismiss',
  /** Why the service refuses something. Its own sentences are English. */
  refusal: (_status: number, sentence: string): string => sentence,
  signInToSend: (kept: string) => `Your sign-in has ended. ${kept} Sign in again to send.`,
  signOutKeeps: (kept: string) => `${kept} Sent when you sign in here again.`,
  savedMeanwhile: 'Everything has been saved meanwhile.',
};
