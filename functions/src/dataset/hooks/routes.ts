/** Hooks of a dataset (Contract 16). */
import { hookRoutes as routesOf } from '../../common/hooks/hook-routes.ts';
import { done } from '../../common/http/done.ts';
import { refuseQuery } from '../refuse-request.ts';
import { mayUse, requireDataset } from '../require-dataset.ts';
import { ports } from '../wiring.ts';

export const hookRoutes = routesOf({
  kind: 'dataset',
  name: 'Hook',
  wrapped: false,
  missing: 'dataset not found',
  refuse: refuseQuery,
  done,
  requireOwned: (dataset, caller) => requireDataset({ dataset, caller }, 'owner', ports.datasets),
  mayOwn: (dataset, caller) => mayUse({ dataset, caller }, 'owner'),
  ports,
});
