/** Roles and invitations of a monitor (Contract 9). */
import { type Route, route } from '../../common/http/route.ts';
import { listMembers } from '../../common/members/list-members.ts';
import { removeMember } from '../../common/members/remove-member.ts';
import { memberBody, monitorMemberPath } from '../../common/members/schema.ts';
import { setMember } from '../../common/members/set-member.ts';
import { done, refuse, targetOf } from '../manage/reply.ts';
import { requireManaged } from '../manage/require-managed.ts';
import { ports } from '../manage/wiring.ts';
import { monitorPath } from '../schema.ts';

const missing = 'monitor not found';
const common = { refuse, rate: 'curate' } as const;
const member = {
  ...common,
  path: '/:monitor_id/members/:who',
  params: monitorMemberPath,
} as const;

export const memberRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'listMonitorMembers',
    methods: ['GET'],
    path: '/:monitor_id/members',
    params: monitorPath,
    readOnly: true,
    handle: async (input) => {
      const record = await requireManaged(targetOf(input), 'viewer', ports);
      return done(await listMembers({ record, caller: input.caller }, ports));
    },
  }),
  route({
    ...member,
    id: 'setMonitorMember',
    methods: ['PUT'],
    action: 'member set',
    body: memberBody,
    wrapped: true,
    handle: async (input) => {
      const { id } = await requireManaged(targetOf(input), 'owner', ports);
      const { params, body, caller } = input;
      return done(await setMember({ record: id, who: params.who, role: body.role, caller, missing }, ports));
    },
  }),
  route({
    ...member,
    id: 'removeMonitorMember',
    methods: ['DELETE'],
    action: 'member remove',
    handle: async (input) => {
      const record = await requireManaged(targetOf(input), 'viewer', ports);
      const { params, caller } = input;
      return done(await removeMember({ record, who: params.who, caller, missing }, ports));
    },
  }),
];
