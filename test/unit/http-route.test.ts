/** @covers Contract 1 addresses, prefix by route shape */
import { describe, expect, test } from '@jest/globals';
import { matchRoute } from '../../functions/src/common/http/match.ts';
import type { Route, RouteTable } from '../../functions/src/common/http/route.ts';

const route = (methods: Route['methods'], path: string): Route => ({
  id: path,
  methods,
  path,
  readOnly: true,
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
])('%j is not a route', (path) => {
  expect(matchRoute(table, 'GET', path).allowed).toEqual([]);
});

test('a wrong method says which ones are right', () => {
  expect(matchRoute(table, 'GET', '/line-1/image')).toMatchObject({ route: undefined, allowed: ['POST'] });
});

describe('a function whose records are listed at its name', () => {
  const records: RouteTable = {
    prefix: 'dataset',
    shape: 'dataset',
    routes: [
      route(['GET', 'POST'], '/'),
      route(['PATCH', 'DELETE'], '/:dataset_id'),
      route(['POST'], '/:dataset_id/tag'),
    ],
  };

  test.each([
    ['GET', '/', '/', {}],
    ['POST', '/dataset', '/', {}],
    ['GET', '/dataset/', '/', {}],
    ['PATCH', '/bolts', '/:dataset_id', { dataset_id: 'bolts' }],
    ['PATCH', '/dataset', '/:dataset_id', { dataset_id: 'dataset' }],
    ['PATCH', '/dataset/dataset', '/:dataset_id', { dataset_id: 'dataset' }],
    ['DELETE', '/dataset/bolts', '/:dataset_id', { dataset_id: 'bolts' }],
    ['POST', '/dataset/tag', '/:dataset_id/tag', { dataset_id: 'dataset' }],
    ['POST', '/dataset/bolts/tag', '/:dataset_id/tag', { dataset_id: 'bolts' }],
  ] as const)('Contract 1, 9: %s %s is %s', (method, path, expected, params) => {
    const match = matchRoute(records, method, path);
    expect([match.route?.path, match.params]).toEqual([expected, params]);
  });

  test.each(['/', '/dataset/'])('a path without an id is not a route: DELETE %s', (path) => {
    const { route: found, allowed } = matchRoute(records, 'DELETE', path);
    expect([found, allowed]).toEqual([undefined, ['GET', 'POST']]);
  });

  test('the path of a record has no GET', () =>
    expect(matchRoute(records, 'GET', '/bolts')).toMatchObject({
      route: undefined,
      allowed: ['PATCH', 'DELETE'],
    }));
});
