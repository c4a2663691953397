/** Security rules as they are deployed; gcloud has no command that shows them. */

interface Ruleset {
  source?: { files?: { content: string }[] };
}

/** @returns the text of the rules; null where none were deployed */
export async function releasedRules(
  url: string,
  project: string,
  release: string,
  token: string,
): Promise<string | null> {
  const ask = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'x-goog-user-project': project };
    const response = await fetch(`${url}/v1/${path}`, { headers, signal: AbortSignal.timeout(20_000) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`the rules service answers ${response.status}`);
    return response.json();
  };
  const released = (await ask(`projects/${project}/releases/${release}`)) as { rulesetName: string } | null;
  if (!released) return null;
  const ruleset = (await ask(released.rulesetName)) as Ruleset | null;
  return ruleset?.source?.files?.map(({ content }) => content).join('\n') ?? null;
}
