/** Hooks of a monitor (Contract 16). */
import { hookRoutes as routesOf } from '../../common/hooks/hook-routes.ts';
import { done, refuse } from '../manage/reply.ts';
import { mayManage, requireManaged } from '../manage/require-managed.ts';
import { ports } from '../manage/wiring.ts';

export const hookRoutes = routesOf({
  kind: 'monitor',
  name: 'MonitorHook',
  wrapped: true,
  missing: 'monitor not found',
  refuse,
  done,
  requireOwned: (monitor, caller) => requireManaged({ monitor, caller }, 'owner', ports),
  mayOwn: (_, caller) => mayManage(caller, 'owner'),
  ports,
});
