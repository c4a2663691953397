/** The monitors that a dataset admits (Contract 8). */

import * as z from 'zod/mini';
import { done } from '../../common/http/done.ts';
import { doneSchema, doneWith, ok } from '../../common/http/done-answers.ts';
import { about, id } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';
import { limit } from '../../common/http/input/query-fields.ts';
import { type Operation, operation } from '../../common/http/operation.ts';
import { lazy } from '../../common/lazy.ts';
import { refuseQuery } from '../refuse-request.ts';
import { datasetPath, targetOf } from '../require-dataset.ts';
import { admitMonitor } from './admit-monitor.ts';
import { dismissMonitor } from './dismiss-monitor.ts';
import { listMonitors } from './list-monitors.ts';

const admittedPath = z.object({ dataset_id: id('Dataset id'), monitor_id: id('Monitor id') });

const admittedQuery = z.object({
  limit: limit(100, 'Maximum number of monitors per page.'),
  after: z.optional(z.string()).check(about('`next` of the page before.')),
});

const admitted = lazy(() =>
  z
    .object({
      monitor: z.string(),
      name: z.string().check(about("`''` if the monitor is gone.")),
      by: z.string().check(about('Uid of the editor who answers for it.')),
      at: z.number().check(about('Unix milliseconds.')),
      counts: z
        .boolean()
        .check(about('False: nobody who may edit the dataset answers for it, or the monitor is gone.')),
      last: z
        .nullable(z.number())
        .check(about('Date of its latest image in the dataset, Unix milliseconds; null if there is none.')),
    })
    .check(z.meta({ id: 'AdmittedMonitor' })),
);

const common = { refuse: refuseQuery, rate: 'curate' } as const;
const one = { ...common, params: admittedPath } as const;

export const monitorRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'listAdmittedMonitors',
    at: 'GET /:dataset_id/monitors',
    role: 'viewer of dataset',
    sample: ({ spare }) => ({
      params: { dataset_id: spare.dataset },
      query: { limit: '2', after: 'line-1' },
    }),
    summary: 'List the monitors that a dataset admits',
    description:
      'Frames and annotations that are sent with a device key count only if the dataset admits its monitor.',
    answers: () =>
      ok(
        'The monitors, by id.',
        doneWith({
          monitors: z.array(admitted()),
          next,
        }),
      ),
    errors: ['bad parameter', 'dataset not found'],

    params: datasetPath,
    query: admittedQuery,
    readOnly: true,
    handle: async (input) => done(await listMonitors({ ...targetOf(input), page: input.query })),
  }),
  operation({
    ...one,
    id: 'admitMonitor',
    at: 'PUT /:dataset_id/monitors/:monitor_id',
    role: 'editor of dataset',
    sample: ({ spare, admitted }) => ({ params: { dataset_id: spare.dataset, monitor_id: admitted } }),
    summary: 'Admit a monitor to a dataset',
    description:
      'For editors of the dataset who may run the monitor. The caller answers for it: the admission ends when they are no longer an editor of the dataset. For a monitor that is admitted, another editor takes it over with this call.',
    answers: () => ok('The monitor is admitted.', doneSchema),
    errors: ['bad parameter', 'dataset not found', 'no such monitor'],
    action: 'monitor admit',
    handle: async (input) =>
      done(await admitMonitor({ ...targetOf(input), monitor: input.params.monitor_id })),
  }),
  operation({
    ...one,
    id: 'dismissMonitor',
    at: 'DELETE /:dataset_id/monitors/:monitor_id',
    role: 'editor of dataset',
    sample: ({ spare, admitted }) => ({ params: { dataset_id: spare.dataset, monitor_id: admitted } }),
    summary: 'No longer admit a monitor',
    description: 'For editors of the dataset, and for editors of a monitor that it admits.',
    answers: () => ok('The monitor is not admitted.', doneSchema),
    errors: ['dataset not found', 'no such monitor'],
    action: 'monitor dismiss',
    handle: async (input) =>
      done(await dismissMonitor({ ...targetOf(input), monitor: input.params.monitor_id })),
  }),
];
