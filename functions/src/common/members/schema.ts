import * as z from 'zod/mini';
import { ROLES } from '../access/permit.ts';
import { about, id, members } from '../http/input/fields.ts';

const who = z.string().check(
  about(
    'Uid or e-mail address of the person. An address without an account becomes an invitation; that of a service account of Google, in datasets only, has the role at once.',
    {
      minLength: 1,
    },
  ),
);

export const datasetMemberPath = z.object({ dataset_id: id('Dataset id'), who });
export const monitorMemberPath = z.object({ monitor_id: id('Monitor id'), who });

export const memberBody = members({
  role: z
    .enum(ROLES, 'role must be viewer, editor or owner')
    .check(about('`owner` offers ownership: once the person accepts, the previous owner becomes an editor.')),
});
