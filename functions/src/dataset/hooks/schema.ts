/** Request schemas of the routes for hooks (Contract 16). */
import * as z from 'zod/mini';
import { EVENTS } from '../../common/hooks/hook-ports.ts';
import { about, id, listUpTo, members, oneOf } from '../../common/http/input/fields.ts';
import { nameField } from '../../common/http/input/name-fields.ts';

const URL_FLAW = 'url must be an address of at most 2000 characters';
const EVENTS_FLAW = `events must be a list of 1 to ${EVENTS.length}`;

const url = z
  .string(URL_FLAW)
  .check(
    z.minLength(1, URL_FLAW),
    z.maxLength(2_000, URL_FLAW),
    about('Where the events are sent to: https, a public host, no user name or password.'),
  );

export const event = oneOf('events', EVENTS);

const events = listUpTo(
  EVENTS.length,
  EVENTS_FLAW,
  z.array(event, EVENTS_FLAW).check(z.minLength(1, EVENTS_FLAW), about('What it is told.')),
);

const name = nameField('name').check(about('What the hook is for.'));

export const newHookBody = members({ url, events, name: z.optional(name) });

export const hookChangeBody = members({
  url: z.optional(url),
  events: z.optional(events),
  name: z.optional(name),
});

export const hookPath = z.object({ dataset_id: id('Dataset id'), hook: id('Hook id') });
