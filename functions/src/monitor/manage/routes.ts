/** Routes that create, change and delete monitors (Contract 9). */

import * as z from 'zod/mini';
import { ROLES } from '../../common/access/permit.ts';
import { permitCreator, permitPerson } from '../../common/access/permit-maker.ts';
import { monitorMembers } from '../../common/adapters/firestore/people/member-records.ts';
import { HttpError } from '../../common/errors.ts';
import { ok } from '../../common/http/done-answers.ts';
import { about } from '../../common/http/input/fields.ts';
import { next } from '../../common/http/input/list-query.ts';
import { isReserved } from '../../common/http/input/name-fields.ts';
import { type Operation, type OperationTable, operation } from '../../common/http/operation.ts';
import { lazy } from '../../common/lazy.ts';
import { listOffers } from '../../common/members/list-offers.ts';
import { offers } from '../../common/members/shown-member.ts';
import { monitorPath } from '../permit-monitor.ts';
import { changeMonitor, monitorChangeBody } from './change-monitor.ts';
import { deleteMonitor } from './delete-monitor.ts';
import { listMonitors, monitorsQuery } from './list-monitors.ts';
import { makeMonitor, newMonitorBody } from './make-monitor.ts';
import { data, done, refuse, targetOf } from './reply.ts';

const listed = lazy(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      dataset: z.nullable(z.string()).check(about('Dataset for frames that do not name one.')),
      session: z.string().check(about('Id of the running session; empty when stopped.')),
      expected: z
        .nullable(z.number())
        .check(about('Frames per minute that its camera should send. Null: as many as in its last session.')),
      role: z.enum(ROLES).check(about('Role of the caller; an administrator counts as owner.')),
    })
    .check(z.meta({ id: 'ListedMonitor' })),
);

const common = { refuse, rate: 'curate' } as const;

/**
 * Creates a monitor.
 * @param table all routes of the function: their path segments cannot be ids
 */
const makeRoute = (table: () => OperationTable): Operation =>
  operation({
    ...common,
    id: 'makeMonitor',
    at: 'POST /',
    role: 'creator',
    sample: ({ params }) => ({ body: { name: 'Made', dataset: params.dataset_id, review: 10, id: 'made' } }),
    summary: 'Create a monitor',
    description:
      'For people with the claim `admin` or `creator`, or whose verified e-mail address is in `CREATORS`. The caller becomes its owner.',
    answers: () => ok('The monitor is created.', data({ id: z.string() })),
    errors: ['bad parameter', 'upload invalid', 'upload dataset', 'monitor exists'],

    action: 'monitor make',
    body: newMonitorBody,
    wrapped: true,
    keyed: true,
    permit: permitCreator,
    handle: async ({ body, caller, requestKey }) => {
      if (body.id !== undefined && isReserved(body.id, table()))
        throw new HttpError('upload invalid', { reason: `id "${body.id}" is a word of the routes` });
      return done({ id: await makeMonitor({ monitor: body, caller, requestKey }) });
    },
  });

const otherRoutes: readonly Operation[] = [
  operation({
    ...common,
    id: 'listMonitors',
    at: 'GET /',
    role: 'person',
    sample: () => ({ query: { limit: '2', after: 'line-1' } }),
    summary: 'List the monitors that the caller may see',
    description: 'Each page is sorted by name.',
    answers: () => ok('The monitors.', data({ monitors: z.array(listed()), next, offers: offers() })),
    errors: ['upload invalid'],

    query: monitorsQuery,
    readOnly: true,
    permit: permitPerson,
    handle: async ({ caller, query }) => {
      const [listed, offers] = await Promise.all([
        listMonitors({ caller, page: query }),
        listOffers({ caller }, monitorMembers),
      ]);
      return done({ ...listed, ...offers });
    },
  }),
  operation({
    ...common,
    id: 'changeMonitor',
    at: 'PATCH /:monitor_id',
    role: 'editor of monitor',
    sample: ({ spare }) => ({
      params: { monitor_id: spare.monitor },
      body: { name: 'Line', dataset: null, review: 2.5, expected: 60 },
    }),
    summary: "Change a monitor's name, dataset, review percentage or expected rate",
    description: 'The dataset admits the monitor, unless it does already.',
    answers: () => ok('The monitor is changed.', data({})),
    errors: ['upload invalid', 'upload dataset', 'monitor not found'],

    action: 'monitor change',
    params: monitorPath,
    body: monitorChangeBody,
    wrapped: true,
    handle: async (input) => done(await changeMonitor({ ...targetOf(input), change: input.body })),
  }),
  operation({
    ...common,
    id: 'deleteMonitor',
    at: 'DELETE /:monitor_id',
    role: 'owner of monitor',
    sample: ({ doomed }) => ({ params: { monitor_id: doomed.monitor } }),
    summary: 'Delete a stopped monitor',
    description:
      'For its owner. Its device keys are revoked, its hooks and its live state are removed; its sessions and images stay. Its id is not given again.',
    answers: () => ok('The monitor is deleted.', data({})),
    errors: ['monitor not found', 'monitor running'],

    action: 'monitor delete',
    params: monitorPath,
    handle: async (input) => done(await deleteMonitor(targetOf(input))),
  }),
];

/** @param table all routes of the function */
export const manageRoutes = (table: () => OperationTable): Operation[] => [makeRoute(table), ...otherRoutes];
