/**
 * Smoke test after a deployment: every function must report that it and its dependencies are healthy.
 *
 *   npm run smoke -- --project <project>     or --url <base address>
 *
 * `service-git` may report a missing volume if the deployment has none (EDITOR_VOLUME_SOURCE). A fresh deployment is
 * retried for two minutes, or for `--within` seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { askHealth, baseUrl, type Health } from './health.ts';
import { readParameters } from './read-parameters.ts';

const { values } = parseCommand(
  'npm run smoke',
  'npm run smoke -- --project=ID | --url=BASE_ADDRESS [--within=SECONDS]',
  {
    options: {
      project: { type: 'string' },
      url: { type: 'string' },
      within: { type: 'string', default: '120' },
    },
  },
);

async function target(): Promise<{ base: string; hasVolume: boolean }> {
  const { project, url } = values;
  if (!project && !url) throw new Error('Which deployment? --project <project> or --url <base address>');
  const parameters = { ...(project && (await readParameters(project))), ...process.env };
  const region = parameters.FUNCTIONS_REGION || 'us-central1';
  return {
    base: url ?? baseUrl(project as string, region),
    hasVolume: Boolean(parameters.EDITOR_VOLUME_SOURCE),
  };
}

function requireSeconds(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new Error(`--within must be a number of seconds such as 120, not "${text}".`);
}

async function main(): Promise<boolean> {
  const seconds = requireSeconds(values.within);
  const { base, hasVolume } = await target();
  const isFine = ({ name, isWell, said }: Health) =>
    isWell || (name === 'service-git' && !hasVolume && said.startsWith('503'));
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const healths = await askHealth(base);
    const isDone = healths.every(isFine);
    if (isDone || Date.now() >= end) {
      for (const health of healths)
        console.log(`${isFine(health) ? 'ok  ' : 'BAD '} ${health.name}: ${health.said}`);
      return isDone;
    }
    await sleep(1000);
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
