/** `login`: stores what a person typed as the login of a remote. */

import { findRemote } from '../../../packages/git/src/remote/find-remote.ts';
import type { Route } from './answer.ts';
import { HttpError } from './http-error.ts';
import { isForeign } from './is-foreign.ts';
import { keepLogin } from './logins.ts';
import { originOf } from './name-asking.ts';
import { nameOf, openProject } from './open-project.ts';
import type { Red } from './red.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Body `{username, password, remote, origin}`. Fetch and push may go to different servers: the login is kept for the remote's
 * addresses at the origin that the person was shown.
 */
export function serveLogin(red: Red): Route {
  return async (request) => {
    if (isForeign(request)) throw new HttpError('cross_site_request');
    const repository = await openProject(red, request.user);
    const given = (request.body ?? {}) as Partial<Record<string, unknown>>;
    const credentials = { username: text(given.username), password: text(given.password) };
    const [remote, origin] = [text(given.remote), text(given.origin)];
    for (const direction of ['fetch', 'push'] as const) {
      const found = findRemote(repository, direction, remote, null);
      if (originOf(found) === origin) keepLogin(nameOf(request.user), found.shown, credentials);
    }
    return { remote };
  };
}
