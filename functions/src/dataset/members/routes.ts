/** Members of a dataset and their roles (Contract 9). */
import type { Caller } from '../../common/access/caller.ts';
import { permitPerson } from '../../common/access/permit-maker.ts';
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { isId } from '../../common/ids.ts';
import { acceptOffer, endOffer } from '../../common/members/answer-offer.ts';
import { listMembers } from '../../common/members/list-members.ts';
import { removeMember } from '../../common/members/remove-member.ts';
import { datasetMemberPath, memberBody } from '../../common/members/schema.ts';
import { setMember } from '../../common/members/set-member.ts';
import { refuseQuery } from '../refuse-request.ts';
import { requireDataset, targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';

const missing = 'dataset not found';
const common = { refuse: refuseQuery, rate: 'curate' } as const;
const member = {
  ...common,
  path: '/:dataset_id/members/:who',
  params: datasetMemberPath,
} as const;

const offer = { ...common, path: '/:dataset_id/members/accept', params: datasetPath } as const;

/** Whoever is offered a dataset may have no role in it. */
async function offerOf({ params, caller }: { params: { dataset_id: string }; caller: Caller }) {
  const { dataset_id: id } = params;
  const record = isId(id) ? await ports.datasets.find(id) : null;
  return { kind: 'dataset', id, record, caller } as const;
}

export const memberRoutes: readonly Route[] = [
  route({
    ...offer,
    id: 'acceptDataset',
    methods: ['POST'],
    action: 'offer accept',
    handle: async (input) => done(await acceptOffer(await offerOf(input), ports)),
  }),
  route({
    ...offer,
    id: 'endDatasetOffer',
    methods: ['DELETE'],
    action: 'offer end',
    handle: async (input) => done(await endOffer(await offerOf(input), ports)),
  }),
  route({
    ...common,
    id: 'listDatasetMembers',
    methods: ['GET'],
    path: '/:dataset_id/members',
    params: datasetPath,
    readOnly: true,
    handle: async (input) => {
      const record = await requireDataset(targetOf(input), 'viewer', ports.datasets);
      permitPerson(input.caller);
      return done(await listMembers({ record, caller: input.caller }, ports));
    },
  }),
  route({
    ...member,
    id: 'setDatasetMember',
    methods: ['PUT'],
    action: 'member set',
    body: memberBody,
    handle: async (input) => {
      const record = await requireDataset(targetOf(input), 'owner', ports.datasets);
      const { params, body, caller } = input;
      return done(await setMember({ record, who: params.who, role: body.role, caller, missing }, ports));
    },
  }),
  route({
    ...member,
    id: 'removeDatasetMember',
    methods: ['DELETE'],
    action: 'member remove',
    handle: async (input) => {
      const record = await requireDataset(targetOf(input), 'viewer', ports.datasets);
      const { params, caller } = input;
      return done(await removeMember({ record, who: params.who, caller, missing }, ports));
    },
  }),
];
