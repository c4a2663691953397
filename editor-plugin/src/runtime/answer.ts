/** The envelope of the git routes (Contract 7), and the only place where failures become answers. */
import { randomUUID } from 'node:crypto';
import { isGitFault } from '../../../functions/src/git/git-fault.ts';
import type { Red, Request, Response } from './red.ts';
import { Refusal } from './refusal.ts';

export type Route = (request: Request) => Promise<object>;

/** @param operation as in the envelope */
export function answer(red: Red, operation: string, route: Route) {
  return (request: Request, response: Response): void => {
    response.set('Cache-Control', 'no-store').set('X-Request-Id', randomUUID());
    route(request).then(
      (content) => response.status(200).json({ success: true, operation, ...content }),
      (error: unknown) => fail(red, operation, response, error),
    );
  };
}

function fail(red: Red, operation: string, response: Response, error: unknown): void {
  const known = isGitFault(error) || error instanceof Refusal;
  if (!known) red.log.error(`[sightline-git] ${operation}: ${(error as Error)?.stack ?? error}`);
  const { status, message, code, suggestion, extra } = known ? error : new Refusal('unexpected_error');
  const advice = suggestion === undefined ? {} : { suggestion };
  response.status(status).json({ success: false, error: message, code, ...advice, ...extra });
}
