/** The client of the service, authenticated as the signed-in person. */
import { Sightline } from '../../../client/src/sightline.ts';
import { idToken } from './account.ts';
import { siteConfig } from './firebase.ts';

let made: Sightline | undefined;

export function service(): Sightline {
  made ??= new Sightline({
    baseUrl: siteConfig().baseUrl,
    token: () => idToken(),
    fetch: fetchWithRenewal,
  });
  return made;
}

/**
 * If this machine's clock is wrong, a token can expire before the SDK renews it: on 401, retry once with a new token. If the
 * sign-in service does not respond, the call fails as unreachable, so that it is repeated later.
 */
const fetchWithRenewal: typeof fetch = async (address, init) => {
  const answer = await fetch(address, init);
  if (answer.status !== 401) return answer;
  const token = await idToken(true).catch(noneIfRefused);
  if (token === null) return answer;
  const headers = new Headers(init?.headers);
  headers.set('Authorization', `Bearer ${token}`);
  return fetch(address, { ...init, headers });
};

function noneIfRefused(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'auth/network-request-failed') throw error;
  return null;
}
