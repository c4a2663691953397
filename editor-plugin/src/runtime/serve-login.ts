/** `login`: stores what a person typed as the login of a remote. */

import { readHead } from '../../../packages/git/src/refs/read-refs.ts';
import { findRemote } from '../../../packages/git/src/remote/find-remote.ts';
import type { Route } from './answer.ts';
import { HttpError } from './http-error.ts';
import { isForeign } from './is-foreign.ts';
import { keepLogin } from './logins.ts';
import { nameOf, openProject } from './open-project.ts';
import type { Red } from './red.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Body `{username, password}`. Kept for the remote of the current branch. */
export function serveLogin(red: Red): Route {
  return async (request) => {
    if (isForeign(request)) throw new HttpError('cross_site_request');
    const repository = await openProject(red, request.user);
    const given = (request.body ?? {}) as { username?: unknown; password?: unknown };
    const credentials = { username: text(given.username), password: text(given.password) };
    const { branch } = await readHead(repository);
    const [fetch, push] = [
      findRemote(repository, 'fetch', undefined, branch),
      findRemote(repository, 'push', undefined, branch),
    ];
    for (const { shown } of [fetch, push]) keepLogin(nameOf(request.user), shown, credentials);
    return { remote: fetch.name };
  };
}
