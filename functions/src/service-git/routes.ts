/** Spec 4.4, Contract 7: one route for each row of the table of operations, in the envelope of the git routes. */
import { checkFirestore } from '../common/adapters/health-checks.ts';
import { allowedGitHosts, editorProject, editorVolume } from '../common/config.ts';
import { healthRoute } from '../common/health.ts';
import type { Call, Reply, Route, RouteTable } from '../common/http/route.ts';
import { noteLogFields } from '../common/log.ts';
import { type GitFault, isGitFault } from '../git/git-fault.ts';
import { OPERATIONS, type Operation } from '../git/operations/operations.ts';
import { adminApi } from './editor.ts';
import { requireVolume } from './find-project.ts';
import { idOf } from './operation-id.ts';
import { permitOperation } from './permit-operation.ts';
import { runOperation } from './run-operation.ts';

const ports = {
  editor: adminApi,
  /** Loads Firestore, which reads never need. */
  lease: async () => (await import('./lease.ts')).firestoreLease,
};

export const gitRoutes: RouteTable = {
  prefix: 'service-git',
  shape: 'git',
  routes: [
    healthRoute(async () => ({
      volume: () => requireVolume(editorVolume()),
      firestore: checkFirestore,
    })),
    ...OPERATIONS.map(toRoute),
  ],
};

function toRoute(operation: Operation): Route {
  return {
    id: idOf(operation.name),
    methods: [operation.method],
    path: `/${operation.name}`,
    request: operation.method === 'GET' ? {} : { fields: operation.fields, optional: isOptional(operation) },
    rate: 'git',
    changes: operation.permission === 'write',
    shape: 'git',
    handle: (call) => handle(operation, call),
  };
}

function isOptional({ fields }: Operation): boolean {
  return !Object.values(fields).some(({ isRequired }) => isRequired);
}

async function handle({ name, permission }: Operation, call: Call): Promise<Reply> {
  permitOperation(call.caller, permission);
  noteLogFields({ operation: name, ...(call.caller.kind === 'person' ? { userId: call.caller.uid } : {}) });
  const place = { volume: editorVolume(), project: editorProject() };
  const body = call.method === 'POST' ? call.json() : undefined;
  try {
    const answer = await runOperation({ name, body, place, allowHosts: allowedGitHosts() }, ports);
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
