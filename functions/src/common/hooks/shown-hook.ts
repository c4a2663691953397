/** What answers show of a hook (Contract 16). */
import * as z from 'zod/mini';
import { about } from '../http/input/fields.ts';
import { lazy } from '../lazy.ts';
import { type HookOwner, PROBLEMS } from './hook-ports.ts';
import { eventOf } from './schema.ts';

export const outcome = lazy(() => ({
  answered: z.nullable(z.int()).check(about('Status of the answer; null if there was none.')),
  problem: z
    .nullable(z.enum(PROBLEMS))
    .check(
      about(
        'Why there was no answer. `address`: it is not https, or leads to a private address. `timeout`: ten seconds have passed.',
      ),
    ),
}));

export const hookOf = (kind: HookOwner['kind']) => ({
  hook: z.string().check(about('Its id.')),
  url: z.string(),
  events: z.array(eventOf(kind)),
  name: z.string(),
  by: z.string().check(about('Uid of the person who made it.')),
  createdAt: z.number().check(about('Unix milliseconds.')),
  failing: z
    .nullable(z.number())
    .check(
      about(
        'Since when it is no longer tried, after a day without success; Unix milliseconds. A change, or a test that is delivered, starts it again.',
      ),
    ),
  ended: z
    .nullable(z.number())
    .check(
      about(
        'When it ended for good: its receiver answered 410, or its record was deleted or got another owner. Unix milliseconds.',
      ),
    ),
  dropped: z
    .int()
    .check(
      about('Messages that were never delivered: 1,000 wait, then the oldest makes room.', { minimum: 0 }),
    ),
});

export const delivery = lazy(() =>
  z
    .object({
      message: z.string().check(about('The `webhook-id`.')),
      type: z.string(),
      at: z.number().check(about('Unix milliseconds.')),
      ...outcome(),
    })
    .check(z.meta({ id: 'HookDelivery' })),
);

export const secret = lazy(() =>
  z.string().check(
    about('What messages are signed with. No other answer has it.', {
      pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
    }),
  ),
);
