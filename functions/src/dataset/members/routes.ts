/** Members of a dataset and their roles (Contract 9). */
import { HttpError } from '../../common/errors.ts';
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { listMembers } from '../../common/members/list-members.ts';
import { removeMember } from '../../common/members/remove-member.ts';
import { datasetMemberPath, memberBody } from '../../common/members/schema.ts';
import { setMember } from '../../common/members/set-member.ts';
import { refuseQuery } from '../refuse-request.ts';
import { requireDataset, targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';

const path = '/:dataset_id/members/:who';
const common = { refuse: refuseQuery, rate: 'curate', shape: 'dataset', changes: true, path } as const;

export const memberRoutes: readonly Route[] = [
  route({
    id: 'listDatasetMembers',
    methods: ['GET'],
    path: '/:dataset_id/members',
    params: datasetPath,
    refuse: refuseQuery,
    rate: 'curate',
    shape: 'dataset',
    changes: false,
    handle: async (input) => {
      const record = await requireDataset(targetOf(input), 'viewer', ports.datasets);
      return done(await listMembers({ record, caller: input.caller }, ports));
    },
  }),
  route({
    ...common,
    id: 'setDatasetMember',
    methods: ['PUT'],
    action: 'member set',
    params: datasetMemberPath,
    body: memberBody,
    handle: async (input) => {
      const { params, body, caller } = input;
      const { id } = await requireDataset(targetOf(input), 'owner', ports.datasets);
      const set = await setMember({ record: id, who: params.who, role: body.role, caller }, ports);
      if (set === null) throw new HttpError('dataset not found', { id });
      return done();
    },
  }),
  route({
    ...common,
    id: 'removeDatasetMember',
    methods: ['DELETE'],
    action: 'member remove',
    params: datasetMemberPath,
    handle: async (input) => {
      const record = await requireDataset(targetOf(input), 'viewer', ports.datasets);
      const removed = await removeMember({ record, who: input.params.who, caller: input.caller }, ports);
      if (removed === null) throw new HttpError('dataset not found', { id: record.id });
      return done();
    },
  }),
];
