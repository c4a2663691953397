/** The monitors that a dataset admits (Contract 8). */
import { done } from '../../common/http/done.ts';
import { type Route, route } from '../../common/http/route.ts';
import { refuseQuery } from '../refuse-request.ts';
import { targetOf } from '../require-dataset.ts';
import { datasetPath } from '../schema.ts';
import { ports } from '../wiring.ts';
import { admitMonitor } from './admit-monitor.ts';
import { dismissMonitor } from './dismiss-monitor.ts';
import { listMonitors } from './list-monitors.ts';
import { admittedPath, admittedQuery } from './schema.ts';

const common = { refuse: refuseQuery, rate: 'curate' } as const;
const one = { ...common, path: '/:dataset_id/monitors/:monitor_id', params: admittedPath } as const;

export const monitorRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'listAdmittedMonitors',
    methods: ['GET'],
    path: '/:dataset_id/monitors',
    params: datasetPath,
    query: admittedQuery,
    readOnly: true,
    handle: async (input) => done(await listMonitors({ ...targetOf(input), page: input.query }, ports)),
  }),
  route({
    ...one,
    id: 'admitMonitor',
    methods: ['PUT'],
    action: 'monitor admit',
    handle: async (input) =>
      done(await admitMonitor({ ...targetOf(input), monitor: input.params.monitor_id }, ports)),
  }),
  route({
    ...one,
    id: 'dismissMonitor',
    methods: ['DELETE'],
    action: 'monitor dismiss',
    handle: async (input) =>
      done(await dismissMonitor({ ...targetOf(input), monitor: input.params.monitor_id }, ports)),
  }),
];
