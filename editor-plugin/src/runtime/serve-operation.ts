/** One row of the table of operations over the active project. */
import type { Operation } from '../../../functions/src/git/operations/operations.ts';
import type { Route } from './answer.ts';
import { isForeign } from './is-foreign.ts';
import { openProject } from './open-project.ts';
import type { Red, Request } from './red.ts';
import { Refusal } from './refusal.ts';
import { reloadFlows } from './reload-flows.ts';

export function serveOperation(red: Red, operation: Operation): Route {
  return async (request) => {
    if (operation.permission === 'write' && isForeign(request)) throw new Refusal('cross_site_request');
    const repository = openProject(red, request.user);
    const answer = await operation.run(repository, bodyOf(request));
    if (!operation.changesFiles) return answer;
    const project = repository.options.projectName ?? '';
    return { ...answer, ...(await reloadFlows(red, project, request.user)) };
  };
}

/** The editor makes an empty object of a request without a body. */
const bodyOf = ({ method, body }: Request): unknown => (method === 'POST' ? (body ?? {}) : undefined);
