import type { OwnedArea } from '../common/owned-area.ts';
import { data, done, refuse } from './manage/reply.ts';
import { mayManage, requireManaged } from './manage/require-managed.ts';
import { ports } from './manage/wiring.ts';

export const area: OwnedArea = {
  kind: 'monitor',
  wrapped: true,
  missing: 'monitor not found',
  errors: ['bad parameter', 'upload invalid', 'monitor not found'],
  refuse,
  done,
  wrap: data,
  require: (monitor, caller, role) => requireManaged({ monitor, caller }, role, ports),
  may: (_, caller, role) => mayManage(caller, role),
};
