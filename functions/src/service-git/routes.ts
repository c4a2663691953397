/** Spec 4.4, Contract 7: one route for each entry of the operations table, in the envelope of the git routes. */
import { type GitFault, isGitFault } from '../../../packages/git/src/git-fault.ts';
import { OPERATIONS, type Operation } from '../../../packages/git/src/operations/operations.ts';
import { reasonOf, sentBody } from '../../../packages/git/src/validate/bodies.ts';
import { allowedGitHosts, editorProject, editorVolume } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import { healthRoutes } from '../common/health.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import { type Reply, type Route, type RouteTable, route } from '../common/http/route.ts';
import { noteLogFields } from '../common/log.ts';
import { requireWritableVolume } from './find-project.ts';
import { idOf } from './operation-id.ts';
import { permitOperation } from './permit-operation.ts';
import { runOperation } from './run-operation.ts';
import { checks, ports } from './wiring.ts';

/** Enough for the 10,000 paths that add, unstage and discard accept. */
const BUDGET = { bytes: 4 * 1024 * 1024, depth: 32, members: 25_000 };

export const gitRoutes: RouteTable = {
  prefix: 'service-git',
  shape: 'git',
  routes: [
    ...healthRoutes({ ...checks, volume: () => requireWritableVolume(editorVolume()) }),
    ...OPERATIONS.map(toRoute),
  ],
};

function toRoute(operation: Operation): Route {
  return route({
    id: idOf(operation.name),
    methods: [operation.method],
    path: `/${operation.name}`,
    ...(operation.method === 'POST' && {
      body: sentBody(operation.body),
      refuse: (flaw: Flaw) => new HttpError('git invalid argument', { reason: reasonOf(flaw) }),
      budget: BUDGET,
    }),
    permit: (caller) => permitOperation(caller, operation.permission),
    rate: 'git',
    readOnly: operation.permission === 'read',
    handle: (input) => handle(operation, input),
  });
}

async function handle(
  { name }: Operation,
  { body, signal }: { body: unknown; signal: AbortSignal },
): Promise<Reply> {
  noteLogFields({ operation: name });
  const place = { volume: editorVolume(), project: editorProject() };
  try {
    const answer = await runOperation({ name, body, place, allowHosts: allowedGitHosts(), signal }, ports);
    return { json: { success: true, operation: name, ...answer } };
  } catch (error) {
    if (isGitFault(error)) return faultReply(error);
    throw error;
  }
}

function faultReply({ message, code, status, suggestion, extra }: GitFault): Reply {
  const retry = status === 503 || status === 423 ? { headers: { 'Retry-After': '2' } } : {};
  const advice = suggestion === undefined ? {} : { suggestion };
  return { status, ...retry, json: { success: false, error: message, code, ...advice, ...extra } };
}
