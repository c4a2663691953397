/**
 * The rows of the fault matrix: dependencies, their faults, routes, and the answers that the contract allows in each cell.
 */
import { SLOWNESS } from '../support/limits.ts';
import type { Mode } from './proxy.ts';

export const DEPENDENCIES = ['firestore', 'storage', 'database', 'vision', 'git remote', 'editor'] as const;
export type Dependency = (typeof DEPENDENCIES)[number];

export const FAULTS = ['refused', 'reset', '503', 'hang', 'wrong answer', 'quota'] as const;
export type Fault = (typeof FAULTS)[number];

/** How a dependency produces a fault. */
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
  'dataset images',
  'dataset list',
  'dataset make',
  'dataset change',
  'dataset delete',
  'dataset restore',
  'dataset member list',
  'dataset member set',
  'dataset member remove',
  'dataset monitor list',
  'dataset monitor admit',
  'dataset monitor dismiss',
  'dataset key list',
  'dataset key make',
  'dataset key revoke',
  'dataset hook list',
  'dataset hook make',
  'dataset hook show',
  'dataset hook change',
  'dataset hook test',
  'dataset hook delete',
  'dataset accept',
  'dataset offer end',
  'dataset tag make',
  'dataset tag change',
  'dataset tag delete',
  'dataset change images',
  'dataset select images',
  'dataset trash',
  'dataset delete trash',
  'dataset links',
  'dataset restore images',
  'dataset version make',
  'dataset version preview',
  'dataset versions',
  'dataset version',
  'dataset version diff',
  'dataset version export',
  'dataset link',
  'dataset import make',
  'dataset import check',
  'dataset import run',
  'dataset run make',
  'dataset runs',
  'dataset run',
  'dataset run check',
  'dataset run finish',
  'dataset run predictions',
  'dataset run close',
  'dataset run detect',
  'dataset run delete',
  'dataset run evaluate',
  'dataset run images',
  'dataset run compare',
  'dataset run review',
  'dataset run export',
  'dataset run accept',
  'dataset acceptances',
  'dataset acceptance review',
  'dataset acceptance undo',
  'dataset suggest',
  'dataset similar',
  'dataset find',
  'dataset suggest make',
  'dataset suggest vectors',
  'image getb64',
  'image detect',
  'image delete',
  'image put mask',
  'image delete mask',
  'monitor start',
  'monitor stop',
  'monitor image',
  'monitor updateTags',
  'monitor list',
  'monitor make',
  'monitor change',
  'monitor delete',
  'monitor key list',
  'monitor key make',
  'monitor key take',
  'monitor key revoke',
  'monitor hook list',
  'monitor hook make',
  'monitor hook show',
  'monitor hook change',
  'monitor hook test',
  'monitor hook delete',
  'monitor member list',
  'monitor member set',
  'monitor member remove',
  'monitor command ask',
  'monitor command list',
  'monitor token',
  'monitor accept',
  'monitor offer end',
  'git status',
  'git add',
  'git fetch',
  'git push',
  'git reset',
] as const;
export type RouteName = (typeof ROUTES)[number];

/**
 * Routes that cannot work without the dependency. A fault of the live state fails what commands need, which are in it,
 * and no other call, because the records count. A fault of the flow editor does not fail a call either: the git change is made, and `reloadError` says that the flows were not reloaded.
 */
const NEEDS: Record<Dependency, RegExp> = {
  firestore: /^(dataset|image|monitor|git (add|fetch|push|reset))/,
  storage:
    /^(dataset (csv|downloadZip|annotationsCrops|select images|version (make|preview|diff|export)|import|run (make|check|finish|close|detect|delete|evaluate|images|compare|review|export|accept)|suggest|similar|find|acceptance (review|undo))|image (?!delete mask)|monitor image)/,
  database: /^monitor (command|token)/,
  vision: /^image detect$/,
  'git remote': /^git (fetch|push)$/,
  editor: /^$/,
};

/** The git change succeeded, but the editor was not notified. */
export const isUntold = (dependency: Dependency, route: RouteName): boolean =>
  dependency === 'editor' && route === 'git reset';

/** Statuses that the contract allows (Contract 3, 7); 409 if an earlier call succeeded but its answer was lost. */
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

/** Milliseconds in which a route must answer, whatever its dependencies do: less than the minute after which the platform ends it. */
export const DEADLINE = 50_000 * SLOWNESS;

/**
 * Milliseconds after a fault in which every route must work again without a restart. gRPC reconnects at least every 2 s, and
 * a client waits no longer than that between two attempts; the rest is for slow machines.
 */
export const WELL_WITHIN = 20_000 * SLOWNESS;

/** One cell for each kind of client failure; LONG=1 runs all cells. */
export const USUAL: readonly [Dependency, Fault][] = [
  ['firestore', 'hang'],
  ['storage', 'hang'],
  ['database', 'hang'],
  ['vision', 'quota'],
  ['git remote', 'refused'],
  ['editor', 'refused'],
];
