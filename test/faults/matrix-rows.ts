/** The rows of the fault matrix: the dependencies, their faults, the routes, and what the contract says to each cell. */
import type { Mode } from './proxy.ts';

export const DEPENDENCIES = ['firestore', 'storage', 'database', 'vision', 'git remote', 'editor'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

export const FAULTS = ['refused', 'reset', '503', 'hang', 'wrong answer', 'quota'] as const;
export type Fault = (typeof FAULTS)[number];

/** How a dependency shows a fault. */
export function modeOf(dependency: Dependency, fault: Fault): Mode {
  if (fault === 'refused' || fault === 'reset' || fault === 'hang') return fault;
  // gRPC: UNAVAILABLE, INTERNAL, RESOURCE_EXHAUSTED.
  if (dependency === 'firestore') return { grpc: { '503': 14, 'wrong answer': 13, quota: 8 }[fault] };
  if (fault === 'wrong answer')
    return { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } };
  const status = fault === 'quota' ? 429 : 503;
  return { status, body: JSON.stringify({ error: { code: status, message: fault } }) };
}

export const ROUTES = [
  'dataset csv',
  'dataset downloadZip',
  'dataset annotationsCrops',
  'dataset refreshCounters',
  'image getb64',
  'image detect',
  'image delete',
  'monitor start',
  'monitor stop',
  'monitor image',
  'monitor updateTags',
  'git status',
  'git add',
  'git fetch',
  'git push',
  'git reset',
] as const;
export type RouteName = (typeof ROUTES)[number];

/**
 * Routes that cannot do their work without the dependency. The live state never fails a call: the records count. Nor does
 * the flow editor: the git change stands, and `reloadError` says that its flows were not loaded anew.
 */
const NEEDS: Record<Dependency, RegExp> = {
  firestore: /^(dataset|image|monitor|git (add|fetch|push|reset))/,
  storage: /^(dataset (csv|downloadZip|annotationsCrops)|image|monitor image)/,
  database: /^$/,
  vision: /^image detect$/,
  'git remote': /^git (fetch|push)$/,
  editor: /^$/,
};

/** The git change succeeded, and the editor could not be told. */
export const isUntold = (dependency: Dependency, route: RouteName): boolean =>
  dependency === 'editor' && route === 'git reset';

/** Statuses that the contract allows (Contract 3, 7); 409 where a call before it had its effect and lost its answer. */
export function allowed(dependency: Dependency, fault: Fault, route: RouteName): readonly number[] {
  if (!NEEDS[dependency].test(route)) return [200];
  if (dependency === 'vision') {
    if (fault === 'quota') return [429];
    return fault === 'wrong answer' ? [502, 503] : [503];
  }
  if (dependency === 'git remote')
    return fault === 'wrong answer' || fault === 'quota' ? [502, 503] : [502, 503, 504];
  return fault === 'wrong answer' ? [502, 503] : [503];
}

/** Milliseconds in which a route must answer, whatever its dependencies do. */
export const DEADLINE = 32_000;

/**
 * Milliseconds after a fault in which every route works again, without a restart. gRPC tries to connect every 2 s at the
 * longest, and a client that waits between two tries of its own waits no longer than that; the rest is for slow machines.
 */
export const WELL_WITHIN = 20_000;

/** One cell for each way of a client to fail; all of them run with LONG=1. */
export const USUAL: readonly [Dependency, Fault][] = [
  ['firestore', 'hang'],
  ['storage', 'hang'],
  ['database', 'hang'],
  ['vision', 'quota'],
  ['git remote', 'refused'],
  ['editor', 'refused'],
];
