/** Serves one operation on the active project. */
import type { Operation } from '../../../packages/git/src/operations/operations.ts';
import type { Route } from './answer.ts';
import { HttpError } from './http-error.ts';
import { isForeign } from './is-foreign.ts';
import { nameAsking } from './name-asking.ts';
import { openProject } from './open-project.ts';
import type { Red, Request } from './red.ts';
import { reloadFlows } from './reload-flows.ts';

export function serveOperation(red: Red, operation: Operation): Route {
  return async (request) => {
    if (operation.permission === 'write' && isForeign(request)) throw new HttpError('cross_site_request');
    const repository = await openProject(red, request.user);
    const body = bodyOf(request);
    const answer = await operation.run(repository, body).catch(async (error: unknown) => {
      throw await nameAsking(repository, operation.name, body, error);
    });
    if (!operation.changesFiles) return answer;
    const project = repository.options.projectName ?? '';
    return { ...answer, ...(await reloadFlows(red, project, request.user)) };
  };
}

/** The editor turns a missing body into an empty object. */
const bodyOf = ({ method, body }: Request): unknown => (method === 'POST' ? (body ?? {}) : undefined);
