import { decodeSegment } from './input/decode-segment.ts';
import type { Route, RouteTable } from './route.ts';

export interface Match {
  route: Route | undefined;
  params: Record<string, string>;
  /** Methods of all routes that match the path; empty if none does. */
  allowed: string[];
}

/**
 * Finds the route of a path, with or without a leading `/<function name>`. `/dataset` is the list of datasets if the
 * platform kept that name, and a record with that id if it removed it: the method tells which.
 */
export function matchRoute(table: RouteTable, method: string, path: string): Match {
  const asSent = matchPath(table.routes, method, path);
  const isNamed = `${path}/`.startsWith(`/${table.prefix}/`);
  if (asSent.route || !isNamed) return asSent;
  const stripped = matchPath(table.routes, method, path.slice(table.prefix.length + 1) || '/');
  return stripped.route || asSent.allowed.length === 0 ? stripped : asSent;
}

function matchPath(routes: readonly Route[], method: string, path: string): Match {
  const fixed = routes.filter((route) => route.path === path);
  // A fixed path is never a record id: `/monitor/health` allows only the methods of health.
  return matchAmong(fixed.length > 0 ? fixed : routes, method, path);
}

function matchAmong(routes: readonly Route[], method: string, path: string): Match {
  const allowed = new Set<string>();
  const wanted = method === 'HEAD' ? 'GET' : method;
  let found: { route: Route; params: Record<string, string> } | undefined;
  for (const route of routes) {
    const params = fitPath(route.path, path);
    if (!params) continue;
    for (const each of route.methods) allowed.add(each);
    if (!found && route.methods.some((each) => each === wanted)) found = { route, params };
  }
  return { route: found?.route, params: found?.params ?? {}, allowed: [...allowed] };
}

function fitPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  // The place of the list, not that of a record without an id.
  if (path === '/' && pattern !== '/') return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] as string;
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeSegment(value);
    else if (segment !== value) return null;
  }
  return params;
}
