/** The Realtime Database of a deployment and its rules; gcloud has no command for either. */

interface Instance {
  databaseUrl: string;
  type: string;
  state: string;
}

/** @returns null where there is no default database, or where it is disabled */
export async function findDatabase(url: string, project: string, token: string): Promise<string | null> {
  const listed = (await ask(`${url}/v1beta/projects/${project}/locations/-/instances`, token)) as {
    instances?: Instance[];
  };
  const found = listed.instances?.find(
    ({ type, state }) => type === 'DEFAULT_DATABASE' && state === 'ACTIVE',
  );
  return found?.databaseUrl ?? null;
}

export const readDatabaseRules = (databaseUrl: string, token: string): Promise<unknown> =>
  ask(`${databaseUrl}/.settings/rules.json`, token);

async function ask(address: string, token: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${new URL(address).hostname} answers ${response.status}`);
  // Not response.json(), whose objects are of another realm in tests.
  return JSON.parse(await response.text());
}
