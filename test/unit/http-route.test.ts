import { expect, test } from '@jest/globals';
import { matchRoute, type Route, type RouteTable } from '../../functions/src/common/http/route.ts';

const route = (methods: Route['methods'], path: string): Route => ({
  id: path,
  methods,
  path,
  request: {},
  changes: false,
  shape: 'monitor',
  handle: async () => ({ json: path }),
});

const table: RouteTable = {
  prefix: 'monitor',
  shape: 'monitor',
  routes: [
    route(['POST'], '/updateTags'),
    route(['GET', 'POST'], '/:monitor_id/start'),
    route(['POST'], '/:monitor_id/image'),
  ],
};

test.each([
  ['GET', '/line-1/start', '/:monitor_id/start', { monitor_id: 'line-1' }],
  ['GET', '/monitor/line-1/start', '/:monitor_id/start', { monitor_id: 'line-1' }],
  ['GET', '/monitor/monitor/start', '/:monitor_id/start', { monitor_id: 'monitor' }],
  ['GET', '/monitor/start', '/:monitor_id/start', { monitor_id: 'monitor' }],
  ['POST', '/updateTags', '/updateTags', {}],
  ['POST', '/monitor/updateTags', '/updateTags', {}],
  ['HEAD', '/line-1/start', '/:monitor_id/start', { monitor_id: 'line-1' }],
  ['GET', '/a%2Fb/start', '/:monitor_id/start', { monitor_id: 'a/b' }],
  ['GET', '/a%E0%A4%A/start', '/:monitor_id/start', { monitor_id: 'a%E0%A4%A' }],
])('Contract 1: %s %s is %s', (method, path, expected, params) => {
  const match = matchRoute(table, method, path);
  expect(match.route?.path).toBe(expected);
  expect(match.params).toEqual(params);
});

test.each([
  '/',
  '',
  '/monitor',
  '/monitor/',
  '/line-1',
  '/line-1/start/',
  '//start/x',
  '/other/line-1/start',
])('%j is no route', (path) => {
  expect(matchRoute(table, 'GET', path).allowed).toEqual([]);
});

test('a wrong method says which ones are right', () => {
  expect(matchRoute(table, 'GET', '/line-1/image')).toMatchObject({ route: undefined, allowed: ['POST'] });
});
