/** Routes that create, change and delete monitors (Contract 9). */
import { permitCreator, permitPerson } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { isReserved } from '../../common/http/input/name-fields.ts';
import { type Route, type RouteTable, route } from '../../common/http/route.ts';
import { listOffers } from '../../common/members/list-offers.ts';
import { monitorPath } from '../schema.ts';
import { changeMonitor } from './change-monitor.ts';
import { deleteMonitor } from './delete-monitor.ts';
import { listMonitors } from './list-monitors.ts';
import { makeMonitor } from './make-monitor.ts';
import { done, refuse, targetOf } from './reply.ts';
import { monitorChangeBody, monitorsQuery, newMonitorBody } from './schema.ts';
import { ports } from './wiring.ts';

const common = { refuse, rate: 'curate' } as const;

/**
 * Creates a monitor.
 * @param table all routes of the function: their path segments cannot be ids
 */
const makeRoute = (table: () => RouteTable): Route =>
  route({
    ...common,
    id: 'makeMonitor',
    methods: ['POST'],
    path: '/',
    action: 'monitor make',
    body: newMonitorBody,
    wrapped: true,
    keyed: true,
    permit: permitCreator,
    handle: async ({ body, caller, requestKey }) => {
      if (body.id !== undefined && isReserved(body.id, table()))
        throw new HttpError('upload invalid', { reason: `id "${body.id}" is a word of the routes` });
      return done({ id: await makeMonitor({ monitor: body, caller, requestKey }, ports) });
    },
  });

const otherRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'listMonitors',
    methods: ['GET'],
    path: '/',
    query: monitorsQuery,
    readOnly: true,
    permit: permitPerson,
    handle: async ({ caller, query }) => {
      const [listed, offers] = await Promise.all([
        listMonitors({ caller, page: query }, ports),
        listOffers({ caller }, ports),
      ]);
      return done({ ...listed, ...offers });
    },
  }),
  route({
    ...common,
    id: 'changeMonitor',
    methods: ['PATCH'],
    path: '/:monitor_id',
    action: 'monitor change',
    params: monitorPath,
    body: monitorChangeBody,
    wrapped: true,
    handle: async (input) => done(await changeMonitor({ ...targetOf(input), change: input.body }, ports)),
  }),
  route({
    ...common,
    id: 'deleteMonitor',
    methods: ['DELETE'],
    path: '/:monitor_id',
    action: 'monitor delete',
    params: monitorPath,
    handle: async (input) => done(await deleteMonitor(targetOf(input), ports)),
  }),
];

/** @param table all routes of the function */
export const manageRoutes = (table: () => RouteTable): Route[] => [makeRoute(table), ...otherRoutes];
