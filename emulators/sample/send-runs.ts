/** Gives the sample a version and what two models say of it, by the service's own routes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailOf, PASSWORD, RUNS_DATASET, RUNS_FILE } from './names.ts';
import type { SampleRun } from './runs.ts';

interface Started {
  baseUrl: string;
  ports: { auth: number };
}

/** @param sample folder of the sample data @throws one sentence if the service refuses something */
export async function sendSampleRuns({ baseUrl, ports }: Started, sample: string): Promise<void> {
  const runs = JSON.parse(await readFile(join(sample, RUNS_FILE), 'utf8')) as SampleRun[];
  const identity = `http://127.0.0.1:${ports.auth}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`;
  const account = { email: emailOf('owner'), password: PASSWORD, returnSecureToken: true };
  const { idToken } = await post<{ idToken: string }>(identity, account);
  const headers = { authorization: `Bearer ${idToken}` };
  const dataset = `${baseUrl}/dataset/${RUNS_DATASET}`;
  await post(`${dataset}/version`, { name: 'Sample', test: 40, validation: 20 }, headers);
  for (const { name, model, predictions } of runs) {
    const { number } = await post<{ number: number }>(
      `${dataset}/run`,
      { name, model, trainedOn: 1, live: true },
      headers,
    );
    await post(`${dataset}/run/${number}/predictions`, { predictions }, headers);
    await post(`${dataset}/run/${number}/close`, {}, headers);
  }
}

async function post<Answer>(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The sample is incomplete: ${url} answered ${answer.status}.`);
  return (await answer.json()) as Answer;
}
