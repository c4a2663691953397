/** The Realtime Database of a deployment and its rules, which gcloud has no commands for. */
import type { Deployment } from './deployment.ts';
import { askGoogle } from './google.ts';

interface Instance {
  databaseUrl: string;
  type: string;
  state: string;
}

/** @returns null if there is no default database, or if it is disabled */
export async function findDatabase(deployment: Deployment): Promise<string | null> {
  const path = `/v1beta/projects/${deployment.project}/locations/-/instances`;
  const listed = (await askGoogle(deployment, 'firebasedatabase', path)) as { instances?: Instance[] } | null;
  const found = listed?.instances?.find(
    ({ type, state }) => type === 'DEFAULT_DATABASE' && state === 'ACTIVE',
  );
  return found?.databaseUrl ?? null;
}

export const readDatabaseRules = (deployment: Deployment, databaseUrl: string): Promise<unknown> =>
  askGoogle(deployment, databaseUrl, '/.settings/rules.json');
