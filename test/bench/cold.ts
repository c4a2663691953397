/**
 * From a fresh process to the first answered request under functions-framework, compared with a bare function in the same
 * framework.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { deployedEnvironment, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume } from '../../emulators/stack/project-volume.ts';
import { call, furnish, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { compareCuts } from './cold-cuts.ts';
import { FUNCTIONS, type Route, type Start, startOnce } from './cold-start.ts';
import { figure, median, type Row } from './row.ts';

const ROUNDS = 9;

export async function benchCold(): Promise<Row[]> {
  const directory = await mkdtemp(join(tmpdir(), 'sightline-cold-'));
  const remote = await startGitRemote({ port: 0, directory: join(directory, 'remotes') });
  const stack = await startTestStack({ functions: ['monitor', 'dataset'] });
  try {
    await layOutVolume(join(directory, 'volume'), remote);
    const routes = await prepare(stack);
    const vision = { VISION_EMULATOR_HOST: `127.0.0.1:${stack.vision.port}` };
    const env = {
      ...deployedEnvironment(),
      ...functionEnvironment(stack.addresses),
      ...vision,
      EDITOR_VOLUME: join(directory, 'volume'),
    };
    return [...(await measure(routes, env)), ...(await compareCuts(routes, env))];
  } finally {
    await stack.close();
    await remote.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** An image for detect, and a dataset with enough images for a CSV. */
async function prepare(stack: TestStack): Promise<Route[]> {
  await furnish(stack);
  const { body } = await upload(stack, 1);
  for (let number = 2; number < 6; number++) await upload(stack, number);
  await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' });
  const uri = `dataset--bolts--${body.data.id}.jpg`;
  const stop = () => call(stack, '/monitor/line-1/stop');
  const start = { target: 'monitor', path: '/line-1/start', before: stop };
  return [
    { name: 'git status', target: 'service.git', path: '/status', method: 'POST', bar: '<= 1.25' },
    { name: 'monitor start', ...start, bar: '<= 1.8' },
    {
      name: 'monitor start, nothing compiled before',
      ...start,
      bar: '',
      env: { NODE_DISABLE_COMPILE_CACHE: '1' },
    },
    { name: 'dataset csv', target: 'dataset', path: '/bolts/csv', bar: '<= 1.8' },
    { name: 'image getb64', target: 'image', path: `/getb64/image/${uri}`, bar: '' },
    { name: 'image detect', target: 'image', path: `/detect/image/${uri}`, bar: '<= 2.2' },
  ];
}

async function measure(routes: readonly Route[], env: Record<string, string>): Promise<Row[]> {
  const bare = { name: 'bare', target: 'monitor', path: '/', bar: '' };
  const bareDirectory = resolve(import.meta.dirname, 'bare');
  const starts = new Map(routes.map(({ name }) => [name, [] as { ours: Start; bare: Start }[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const route of routes) {
      await route.before?.();
      const reference = await startOnce(bare, bareDirectory, env);
      const ours = await startOnce(route, FUNCTIONS, { ...env, ...route.env });
      // The first round fills the disk cache.
      if (round > 0) starts.get(route.name)?.push({ ours, bare: reference });
    }
  }
  return routes.flatMap(({ name, bar }) => {
    const runs = starts.get(name) ?? [];
    const row: Row = {
      name: `cold: ${name}`,
      ours: median(runs.map(({ ours }) => ours.ms)),
      reference: median(runs.map((run) => run.bare.ms)),
      unit: 'ms',
      ratio: median(runs.map((run) => run.ours.ms / run.bare.ms)),
      bar,
    };
    const memory = median(runs.map(({ ours }) => ours.megabytes));
    return [row, figure(`cold: ${name}, memory`, memory, 'MB', 'resident after the first answer')];
  });
}
