/** Roles and invitations of a monitor (Contract 9). */
import { HttpError } from '../../common/errors.ts';
import { type Route, route } from '../../common/http/route.ts';
import { listMembers } from '../../common/members/list-members.ts';
import { removeMember } from '../../common/members/remove-member.ts';
import { memberBody, monitorMemberPath } from '../../common/members/schema.ts';
import { setMember } from '../../common/members/set-member.ts';
import { done, refuse, targetOf } from '../manage/reply.ts';
import { requireManaged } from '../manage/require-managed.ts';
import { monitorPath } from '../schema.ts';
import { ports } from './wiring.ts';

const path = '/:monitor_id/members/:who';
const common = { refuse, rate: 'curate', shape: 'monitor', changes: true, path } as const;

export const memberRoutes: readonly Route[] = [
  route({
    id: 'listMonitorMembers',
    methods: ['GET'],
    path: '/:monitor_id/members',
    params: monitorPath,
    refuse,
    rate: 'curate',
    shape: 'monitor',
    changes: false,
    handle: async (input) => {
      const record = await requireManaged(targetOf(input), 'viewer', ports);
      return done(await listMembers({ record, caller: input.caller }, ports));
    },
  }),
  route({
    ...common,
    id: 'setMonitorMember',
    methods: ['PUT'],
    action: 'member set',
    params: monitorMemberPath,
    body: memberBody,
    wrapped: true,
    handle: async (input) => {
      const { params, body, caller } = input;
      const { id } = await requireManaged(targetOf(input), 'owner', ports);
      const set = await setMember({ record: id, who: params.who, role: body.role, caller }, ports);
      if (set === null) throw new HttpError('monitor not found');
      return done();
    },
  }),
  route({
    ...common,
    id: 'removeMonitorMember',
    methods: ['DELETE'],
    action: 'member remove',
    params: monitorMemberPath,
    handle: async (input) => {
      const record = await requireManaged(targetOf(input), 'viewer', ports);
      const removed = await removeMember({ record, who: input.params.who, caller: input.caller }, ports);
      if (removed === null) throw new HttpError('monitor not found');
      return done();
    },
  }),
];
