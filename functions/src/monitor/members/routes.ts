/** Roles and invitations of a monitor (Contract 9). */
import type { Caller } from '../../common/access/caller.ts';
import { type Route, route } from '../../common/http/route.ts';
import { isId } from '../../common/ids.ts';
import { acceptOffer, endOffer } from '../../common/members/answer-offer.ts';
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

const offer = { ...common, path: '/:monitor_id/members/accept', params: monitorPath } as const;

/** Whoever is offered a monitor may have no role in it. */
async function offerOf({ params, caller }: { params: { monitor_id: string }; caller: Caller }) {
  const { monitor_id: id } = params;
  const record = isId(id) ? await ports.monitors.find(id) : null;
  return { kind: 'monitor', id, record, caller } as const;
}

export const memberRoutes: readonly Route[] = [
  route({
    ...offer,
    id: 'acceptMonitor',
    methods: ['POST'],
    action: 'offer accept',
    handle: async (input) => done(await acceptOffer(await offerOf(input), ports)),
  }),
  route({
    ...offer,
    id: 'endMonitorOffer',
    methods: ['DELETE'],
    action: 'offer end',
    handle: async (input) => done(await endOffer(await offerOf(input), ports)),
  }),
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
      const record = await requireManaged(targetOf(input), 'owner', ports);
      const { params, body, caller } = input;
      return done(await setMember({ record, who: params.who, role: body.role, caller, missing }, ports));
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
