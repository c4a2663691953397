/** The envelope of the git routes (Contract 7). Errors are turned into answers only here. */
import { randomUUID } from 'node:crypto';
import { isGitFault } from '../../../packages/git/src/git-fault.ts';
import { HttpError } from './http-error.ts';
import type { Red, Request, Response } from './red.ts';
import { requireKnownHost } from './require-known-host.ts';

export type Route = (request: Request) => Promise<object>;

/** @param operation name in the envelope */
export function answer(red: Red, operation: string, route: Route) {
  return (request: Request, response: Response): void => {
    response.set('Cache-Control', 'no-store').set('X-Request-Id', randomUUID());
    const work = async (): Promise<object> => {
      requireKnownHost(red, request);
      return route(request);
    };
    work().then(
      (content) => response.status(200).json({ success: true, operation, ...content }),
      (error: unknown) => fail(red, operation, response, error),
    );
  };
}

function fail(red: Red, operation: string, response: Response, error: unknown): void {
  const known = isGitFault(error) || error instanceof HttpError;
  if (!known) red.log.error(`[sightline-git] ${operation}: ${(error as Error)?.stack ?? error}`);
  const { status, message, code, suggestion, extra } = known ? error : new HttpError('unexpected_error');
  const advice = suggestion === undefined ? {} : { suggestion };
  response.status(status).json({ success: false, error: message, code, ...advice, ...extra });
}
