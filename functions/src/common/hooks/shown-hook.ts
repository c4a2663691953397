/** What answers show of a hook (Contract 16). */

import * as z from 'zod/mini';
import { about, addressField, id, listUpTo, members, oneOf } from '../http/input/fields.ts';
import { nameField } from '../http/input/name-fields.ts';
import { lazy } from '../lazy.ts';
import { recordParam } from '../owned-area.ts';
import { EVENTS, type HookOwner, PROBLEMS } from './hook-ports.ts';

type Kind = HookOwner['kind'];

const URL_FLAW = 'url must be an address of at most 2000 characters';

const url = addressField(URL_FLAW).check(
  about('Where the events are sent to: https, a public host, no user name or password.'),
);

const name = nameField('name').check(about('What the hook is for.'));

const eventOf = <K extends Kind>(kind: K) => oneOf<(typeof EVENTS)[K]>('events', EVENTS[kind]);

function eventsOf(kind: Kind) {
  const flaw = `events must be a list of 1 to ${EVENTS[kind].length}`;
  const events = z.array(eventOf(kind), flaw).check(z.minLength(1, flaw), about('What it is told.'));
  return listUpTo(EVENTS[kind].length, flaw, events);
}

/** Bodies and path parameters of the routes for the hooks of this kind of record. */
export function hookSchemas(kind: Kind) {
  const events = eventsOf(kind);
  const record = recordParam(kind);
  return {
    made: members({ url, events, name: z.optional(name) }),
    change: members({ url: z.optional(url), events: z.optional(events), name: z.optional(name) }),
    all: z.object(record),
    one: z.object({ ...record, hook: id('Hook id') }),
  };
}

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
