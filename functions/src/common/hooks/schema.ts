/** Request schemas of the routes for hooks (Contract 16). */
import * as z from 'zod/mini';
import { about, addressField, id, listUpTo, members, oneOf } from '../http/input/fields.ts';
import { nameField } from '../http/input/name-fields.ts';
import { recordParam } from '../owned-area.ts';
import { EVENTS, type HookOwner } from './hook-ports.ts';

type Kind = HookOwner['kind'];

const URL_FLAW = 'url must be an address of at most 2000 characters';

const url = addressField(URL_FLAW).check(
  about('Where the events are sent to: https, a public host, no user name or password.'),
);

const name = nameField('name').check(about('What the hook is for.'));

export const eventOf = <K extends Kind>(kind: K) => oneOf<(typeof EVENTS)[K]>('events', EVENTS[kind]);

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
