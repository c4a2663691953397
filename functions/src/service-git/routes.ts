/** Spec 4.4, Contract 7: one route for each entry of the operations table, in the envelope of the git routes. */

import { type GitFault, isGitFault } from '../../../packages/git/src/git-fault.ts';
import {
  type Operation as GitOperation,
  OPERATIONS,
} from '../../../packages/git/src/operations/operations.ts';
import { reasonOf, sentBody } from '../../../packages/git/src/validate/bodies.ts';
import { checkFirestore } from '../common/adapters/health-checks.ts';
import { allowedGitHosts, editorProject, editorVolume } from '../common/config.ts';
import { HttpError } from '../common/errors.ts';
import { healthRoutes } from '../common/health.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import { type Operation, type OperationTable, operation } from '../common/http/operation.ts';
import type { Reply } from '../common/http/route.ts';
import { noteLogFields } from '../common/log.ts';
import { DESCRIBED } from './described.ts';
import { requireWritableVolume } from './find-project.ts';
import { idOf } from './operation-id.ts';
import { permitOperation } from './permit-operation.ts';
import { runOperation } from './run-operation.ts';
import { SAMPLES } from './samples.ts';

/** Enough for the 10,000 paths that add, unstage and discard accept. */
const BUDGET = { bytes: 4 * 1024 * 1024, depth: 32, members: 25_000 };

export const gitRoutes: OperationTable = {
  prefix: 'service-git',
  shape: 'git',
  routes: [
    ...healthRoutes({ firestore: checkFirestore, volume: () => requireWritableVolume(editorVolume()) }),
    ...OPERATIONS.map(toOperation),
  ],
};

function toOperation(of: GitOperation): Operation {
  const described = DESCRIBED[of.name];
  if (!described) throw new Error(`${of.name} is not described`);
  return operation({
    ...described,
    role: `git ${of.permission}`,
    sample: (known) => (of.method === 'GET' ? {} : { body: SAMPLES[of.name]?.(known) ?? {} }),
    id: idOf(of.name),
    at: `${of.method} /${of.name}`,
    ...(of.method === 'POST' && {
      body: sentBody(of.body),
      refuse: (flaw: Flaw) => new HttpError('git invalid argument', { reason: reasonOf(flaw) }),
      budget: BUDGET,
    }),
    permit: (caller) => permitOperation(caller, of.permission),
    rate: 'git',
    readOnly: of.permission === 'read',
    handle: (input) => handle(of, input),
  });
}

async function handle(
  { name }: GitOperation,
  { body, signal }: { body: unknown; signal: AbortSignal },
): Promise<Reply> {
  noteLogFields({ operation: name });
  const place = { volume: editorVolume(), project: editorProject() };
  try {
    const answer = await runOperation({ name, body, place, allowHosts: allowedGitHosts(), signal });
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
