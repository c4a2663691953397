/**
 * User names and tokens for remotes, typed into the sidebar. Kept in memory only, by editor user and address, until the
 * editor stops: nothing is written to disk or to a log.
 */
import type { Credentials } from '../../../packages/git/src/remote/remote-options.ts';
import { stripUserInfo } from '../../../packages/git/src/remote/require-remote-url.ts';

const kept = new Map<string, Credentials>();

/** The core asks with the address that it calls, which may be longer than the remote's own. */
const keyOf = (user: string, url: string): string =>
  JSON.stringify([user, stripUserInfo(url).replace(/\/(info\/refs|git-(upload|receive)-pack).*$/, '')]);

export const keepLogin = (user: string, url: string, credentials: Credentials): void => {
  kept.set(keyOf(user, url), credentials);
};

export const findLogin = (user: string, url: string): Credentials | undefined => kept.get(keyOf(user, url));
