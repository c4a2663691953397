/** Google's REST APIs, for what gcloud has no command for. */
import type { Deployment } from './deployment.ts';

/** Timeout of one request in milliseconds. */
const TIMEOUT = 20_000;

const tokens = new WeakMap<Deployment, Promise<string>>();

/** Access token of the logged-in account; fetched once. */
export function tokenOf(deployment: Deployment): Promise<string> {
  const known = tokens.get(deployment) ?? printToken(deployment);
  tokens.set(deployment, known);
  return known;
}

async function printToken({ gcloud }: Deployment): Promise<string> {
  const answer = await gcloud(['auth', 'print-access-token', '--format=json(token)']);
  return (answer as { token: string }).token;
}

/**
 * @param service `firebaserules`, or a complete address
 * @param body sends it with POST
 * @returns null for 404. @throws a sentence with the status for other errors
 */
export async function askGoogle(
  deployment: Deployment,
  service: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const base = service.includes('://') ? service : deployment.apiUrl(service);
  const response = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${await tokenOf(deployment)}`,
      'x-goog-user-project': deployment.project,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${service} answers ${response.status}`);
  // response.json() returns objects of another realm in tests.
  return JSON.parse(text);
}
