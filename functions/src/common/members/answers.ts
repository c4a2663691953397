/** Answers of the routes for members: the same for every kind of record (Contract 9). */
import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import type { ErrorCode } from '../errors.ts';
import type { RouteAnswers } from '../http/answers.ts';
import { ok } from '../http/done-answers.ts';
import { about } from '../http/input/fields.ts';

const person = {
  name: z.string().check(about("Display name; `''` if the account has none.")),
  address: z.string().check(about("Verified e-mail address; `''` if there is none.")),
};

const member = z
  .object({
    uid: z.string(),
    role: z.enum(ROLES),
    ...person,
  })
  .check(z.meta({ id: 'ListedMember' }));

const invitation = z
  .object({
    address: z.string(),
    role: z.enum(['viewer', 'editor']),
    by: z.string().check(about('uid of the inviting person.')),
  })
  .check(z.meta({ id: 'ListedInvitation' }));

const offering = {
  by: z.string().check(about('uid of the person who offers it.')),
  at: z.number().check(about('When, Unix milliseconds.')),
};

const offer = z
  .object({ to: z.string().check(about('uid of the person to whom it is offered.')), ...offering, ...person })
  .check(z.meta({ id: 'OpenOffer' }));

const listedOffer = z
  .object({ id: z.string(), name: z.string(), ...offering, from: z.object(person) })
  .check(z.meta({ id: 'ListedOffer' }));

/** Of the lists of records. */
export const offers = z
  .optional(z.array(listedOffer))
  .check(
    about(
      'Records whose ownership is offered to the caller, newest first, at most 100. Absent if there are none.',
    ),
  );

const listed = {
  people: z.array(member).check(about('The owner first, then by role and name.')),
  invitations: z
    .optional(z.array(invitation))
    .check(about('Addresses that have no role yet. Only for the owner.')),
  offer: z.optional(offer).check(about('The open offer of ownership. For the owner and whom it is made to.')),
};

const offered = z
  .optional(z.literal(true))
  .check(about('Ownership is offered; nothing has changed until the person accepts.'));

/**
 * @param wrap makes the area's success of these fields
 * @param errors of the area's other routes, which these have too
 */
export const memberAnswers = (
  wrap: (fields: z.core.$ZodLooseShape) => z.ZodMiniType,
  errors: readonly ErrorCode[],
): Record<'list' | 'set' | 'remove' | 'accept' | 'end', RouteAnswers> => ({
  list: {
    summary: 'List the people who have a role',
    description: 'For everybody who may see the record. Invitations are listed for the owner only.',
    success: ok('The people.', wrap(listed)),
    errors: errors.filter((code) => code.endsWith('not found')),
  },
  set: {
    summary: 'Give a person a role',
    description:
      'For the owner. An e-mail address that no account has verified is an invitation: it takes effect at the first call of a person who has verified it. `owner` offers ownership: nothing changes until that person accepts, and a new offer replaces the last one. An administrator who takes ownership needs no consent. At most 20 offers of one person are open.',
    success: ok('The person has the role, the invitation or the offer.', wrap({ offered })),
    errors: [...errors, 'person not found', 'owner stays'],
  },
  remove: {
    summary: 'Remove a person, or withdraw an invitation',
    description: 'For the owner; all others can only remove themselves.',
    success: ok('The person has neither a role nor an invitation nor an offer.', wrap({})),
    errors: [...errors, 'owner stays'],
  },
  accept: {
    summary: 'Accept the offered ownership',
    description: 'For the person to whom it is offered. The previous owner becomes an editor. Idempotent.',
    success: ok('The caller is the owner.', wrap({})),
    errors: [...errors, 'no offer'],
  },
  end: {
    summary: 'Withdraw or decline an offer of ownership',
    description: 'For the owner, and for the person to whom it is offered. Idempotent.',
    success: ok('There is no offer.', wrap({})),
    errors,
  },
});
