import { monitorMembers } from '../common/adapters/firestore/people/member-records.ts';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import type { OwnedArea } from '../common/owned-area.ts';
import { data, done, refuse } from './manage/reply.ts';
import { mayManage, requireManaged } from './manage/require-managed.ts';

export const area: OwnedArea = {
  kind: 'monitor',
  wrapped: true,
  missing: 'monitor not found',
  errors: ['bad parameter', 'upload invalid', 'monitor not found'],
  refuse,
  done,
  wrap: data,
  members: monitorMembers,
  find: monitors.find,
  require: (monitor, caller, role) => requireManaged({ monitor, caller }, role),
  may: (_, caller, role) => mayManage(caller, role),
};
