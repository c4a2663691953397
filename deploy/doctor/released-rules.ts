/** Reads deployed security rules from the API, because gcloud has no command for it. */
import type { Deployment } from './deployment.ts';
import { askGoogle } from './google.ts';

interface Ruleset {
  source?: { files?: { content: string }[] };
}

/**
 * @param release `cloud.firestore`, or `firebase.storage/<bucket>`
 * @returns the text of the rules; null if none are deployed
 */
export async function releasedRules(deployment: Deployment, release: string): Promise<string | null> {
  const ask = (path: string) => askGoogle(deployment, 'firebaserules', `/v1/${path}`);
  const released = (await ask(`projects/${deployment.project}/releases/${release}`)) as {
    rulesetName: string;
  } | null;
  if (!released) return null;
  const ruleset = (await ask(released.rulesetName)) as Ruleset | null;
  return ruleset?.source?.files?.map(({ content }) => content).join('\n') ?? null;
}
