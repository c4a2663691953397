/** What answers show of the people of a record (Contract 9). */
import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import { about } from '../http/input/fields.ts';
import { lazy } from '../lazy.ts';

const person = lazy(() => ({
  name: z.string().check(about("Display name; `''` if the account has none.")),
  address: z.string().check(about("Verified e-mail address; `''` if there is none.")),
}));

const member = lazy(() =>
  z
    .object({
      uid: z.string(),
      role: z.enum(ROLES),
      ...person(),
    })
    .check(z.meta({ id: 'ListedMember' })),
);

const invitation = lazy(() =>
  z
    .object({
      address: z.string(),
      role: z.enum(['viewer', 'editor']),
      by: z.string().check(about('uid of the inviting person.')),
    })
    .check(z.meta({ id: 'ListedInvitation' })),
);

const offering = lazy(() => ({
  by: z.string().check(about('uid of the person who offers it.')),
  at: z.number().check(about('When, Unix milliseconds.')),
}));

const offer = lazy(() =>
  z
    .object({
      to: z.string().check(about('uid of the person to whom it is offered.')),
      ...offering(),
      ...person(),
    })
    .check(z.meta({ id: 'OpenOffer' })),
);

const listedOffer = lazy(() =>
  z
    .object({ id: z.string(), name: z.string(), ...offering(), from: z.object(person()) })
    .check(z.meta({ id: 'ListedOffer' })),
);

/** Of the lists of records. */
export const offers = lazy(() =>
  z
    .optional(z.array(listedOffer()))
    .check(
      about(
        'Records whose ownership is offered to the caller, newest first, at most 100. Absent if there are none.',
      ),
    ),
);

export const listed = lazy(() => ({
  people: z.array(member()).check(about('The owner first, then by role and name.')),
  invitations: z
    .optional(z.array(invitation()))
    .check(about('Addresses that have no role yet. Only for the owner.')),
  offer: z
    .optional(offer())
    .check(about('The open offer of ownership. For the owner and whom it is made to.')),
}));

export const offered = lazy(() =>
  z
    .optional(z.literal(true))
    .check(about('Ownership is offered; nothing has changed until the person accepts.')),
);
