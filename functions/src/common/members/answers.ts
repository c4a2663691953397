/** Answers of the routes for members: the same for every kind of record (Contract 9). */
import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import type { ErrorCode } from '../errors.ts';
import type { RouteAnswers } from '../http/answers.ts';
import { ok } from '../http/done-answers.ts';
import { about } from '../http/fields.ts';

const member = z
  .object({
    uid: z.string(),
    role: z.enum(ROLES),
    name: z.string().check(about("Display name; `''` if the account has none.")),
    address: z.string().check(about("Verified e-mail address; `''` if there is none.")),
  })
  .check(z.meta({ id: 'ListedMember' }));

const invitation = z
  .object({
    address: z.string(),
    role: z.enum(['viewer', 'editor']),
    by: z.string().check(about('uid of the inviting person.')),
  })
  .check(z.meta({ id: 'ListedInvitation' }));

const listed = {
  people: z.array(member).check(about('The owner first, then by role and name.')),
  invitations: z
    .optional(z.array(invitation))
    .check(about('Addresses that have no role yet. Only for the owner.')),
};

/**
 * @param wrap makes the area's success of these fields
 * @param errors of the area's other routes, which these have too
 */
export const memberAnswers = (
  wrap: (fields: z.core.$ZodLooseShape) => z.ZodMiniType,
  errors: readonly ErrorCode[],
): { list: RouteAnswers; set: RouteAnswers; remove: RouteAnswers } => ({
  list: {
    summary: 'List the people who have a role',
    description: 'For everybody who may see the record. Invitations are listed for the owner only.',
    success: ok('The people.', wrap(listed)),
    errors: errors.filter((code) => code.endsWith('not found')),
  },
  set: {
    summary: 'Give a person a role',
    description:
      'For the owner. An e-mail address that no account has verified is an invitation: it takes effect at the first call of a person who has verified it. `owner` transfers ownership; the previous owner becomes an editor.',
    success: ok('The person has the role, or the invitation.', wrap({})),
    errors: [...errors, 'person not found', 'owner stays'],
  },
  remove: {
    summary: 'Remove a person, or withdraw an invitation',
    description: 'For the owner; all others can only remove themselves.',
    success: ok('The person has neither a role nor an invitation.', wrap({})),
    errors: [...errors, 'owner stays'],
  },
});
