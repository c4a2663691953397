import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import { about, members } from '../http/input/fields.ts';

export const who = z.string().check(
  about(
    'Uid or e-mail address of the person. An address without an account becomes an invitation; that of a service account of Google, in datasets only, has the role at once.',
    {
      minLength: 1,
    },
  ),
);

export const memberBody = members({
  role: z
    .enum(ROLES, 'role must be viewer, editor or owner')
    .check(about('`owner` offers ownership: once the person accepts, the previous owner becomes an editor.')),
});
