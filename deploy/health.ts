/** Checks the health routes of a deployment's functions. */

export const FUNCTIONS_WITH_HEALTH = ['dataset', 'image', 'monitor', 'service-git'] as const;
export type FunctionWithHealth = (typeof FUNCTIONS_WITH_HEALTH)[number];

export interface Health {
  name: FunctionWithHealth;
  isWell: boolean;
  /** Status and body, or why there was no answer. */
  said: string;
}

/** Timeout of one request in milliseconds: a cold start and a check of each dependency. */
const PATIENCE = 20_000;

export const baseUrl = (project: string, region: string): string =>
  `https://${region}-${project}.cloudfunctions.net`;

/** @param base public base address; `/<function>/health` is appended */
export function askHealth(base: string): Promise<Health[]> {
  return Promise.all(FUNCTIONS_WITH_HEALTH.map((name) => askOne(base.replace(/\/+$/, ''), name)));
}

async function askOne(base: string, name: FunctionWithHealth): Promise<Health> {
  try {
    const response = await fetch(`${base}/${name}/health`, { signal: AbortSignal.timeout(PATIENCE) });
    const text = (await response.text()).slice(0, 200);
    return { name, isWell: response.status === 200 && isOk(text), said: `${response.status} ${text}` };
  } catch (error) {
    const { message, cause } = error as Error;
    return { name, isWell: false, said: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** A page that something else serves at this address does not count. */
function isOk(text: string): boolean {
  try {
    return (JSON.parse(text) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}
