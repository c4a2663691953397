/** The cells of the fault matrix: dependencies, their faults, and the answers that the contract allows in each. */
import type { Operation } from '../../functions/src/common/http/operation.ts';
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

/** The operation of a call, and what it answers without a fault. */
export interface Usual {
  operation: Operation;
  function: string;
  status: number;
}

/**
 * Operations that cannot work without the dependency. A fault of the live state fails what commands need, which are in it,
 * and no other call, because the records count. A fault of the flow editor does not fail a call either: the git change is made,
 * and `reloadError` says that the flows were not reloaded.
 */
const NEEDS: Record<Exclude<Dependency, 'firestore'>, RegExp> = {
  storage:
    /^(generateCsv|downloadZip|cropAnnotations|previewVersion|diffVersions|exportVersion|(make|check|run)Import|(make|check|finish|close|delete|evaluate|review|export)Run|compareRuns|chooseRunPoint|listRunImages|makeAcceptance|showSuggest|makeSuggestions|findSimilar|findImages|addImage|readBase64|detectObjects|putMask|deleteImage)$/,
  database: /^(askCommand|listCommands|tellCommand|makeToken)$/,
  vision: /^detectObjects$/,
  'git remote': /^git(Fetch|Push)$/,
  editor: /^$/,
};

function isNeeded(dependency: Dependency, { operation, function: name }: Usual): boolean {
  if (dependency !== 'firestore') return NEEDS[dependency].test(operation.id);
  return name !== 'service-git' || operation.role === 'git write';
}

/** Jobs that wait until the dependency is back; of the last two, what begins them has read there before. */
const WAITS: Partial<Record<Dependency, RegExp>> = {
  storage:
    /^(makeVersion|makeSuggestions|addVectors|changeImages|detectRun|(review|undo)Acceptance|runImport|evaluateRun)$/,
};

/** The git change succeeded, but the editor was not notified. */
export const isUntold = (dependency: Dependency, { operation }: Usual): boolean =>
  dependency === 'editor' && operation.id === 'gitReset';

/** Statuses that the contract allows (Contract 3, 7) instead of the usual one. */
export function faultStatuses(dependency: Dependency, fault: Fault, usual: Usual): readonly number[] {
  const isWaiting = WAITS[dependency]?.test(usual.operation.id) ? [202] : [];
  if (!isNeeded(dependency, usual)) return isWaiting;
  if (dependency === 'vision' && fault === 'quota') return [429];
  if (fault === 'wrong answer') return [502, 503, ...isWaiting];
  if (dependency === 'git remote') return fault === 'quota' ? [502, 503] : [502, 503, 504];
  return [503, ...isWaiting];
}

/** A call that works without the dependency, or that has nothing to do for it, answers as usual. */
export const mayBeUsual = (dependency: Dependency, usual: Usual): boolean =>
  !isNeeded(dependency, usual) ||
  usual.status !== 200 ||
  WAITS[dependency]?.test(usual.operation.id) === true;

/** Milliseconds in which a route must answer, whatever its dependencies do: less than the minute after which the platform ends it. */
export const DEADLINE = 50_000 * SLOWNESS;

/**
 * Milliseconds after a fault in which every route must work again without a restart. gRPC reconnects at least every 2 s, and
 * a client waits no longer than that between two attempts; the rest is for slow machines.
 */
export const WELL_WITHIN = 20_000 * SLOWNESS;

/** One cell for each kind of client failure; LONG=1 runs all cells. */
export const USUAL_CELLS: readonly [Dependency, Fault][] = [
  ['firestore', 'hang'],
  ['storage', 'hang'],
  ['database', 'hang'],
  ['vision', 'quota'],
  ['git remote', 'refused'],
  ['editor', 'refused'],
];
