/** `login`: what a remote wants before it lets someone in, as the person typed it. */

import { readHead } from '../../../functions/src/git/refs/head.ts';
import { findRemote } from '../../../functions/src/git/remote/find-remote.ts';
import type { Route } from './answer.ts';
import { isForeign } from './is-foreign.ts';
import { keepLogin } from './logins.ts';
import { nameOf, openProject } from './open-project.ts';
import type { Red } from './red.ts';
import { Refusal } from './refusal.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Body `{username, password}`. Kept for the remote of the current branch. */
export function serveLogin(red: Red): Route {
  return async (request) => {
    if (isForeign(request)) throw new Refusal('cross_site_request');
    const repository = openProject(red, request.user);
    const given = (request.body ?? {}) as { username?: unknown; password?: unknown };
    const credentials = { username: text(given.username), password: text(given.password) };
    const { branch } = readHead(repository);
    const [fetch, push] = [
      findRemote(repository, 'fetch', undefined, branch),
      findRemote(repository, 'push', undefined, branch),
    ];
    for (const { address } of [fetch, push]) keepLogin(nameOf(request.user), address.url, credentials);
    return { remote: fetch.name };
  };
}
