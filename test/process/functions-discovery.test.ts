/**
 * The functions that a deployment discovers in the build are those listed here, and need no prompt.
 * @covers Contract 8 deployments require credentials unless their own file says otherwise
 * @covers What is deployed: names, region, memory, concurrency, timeout, invoker, secrets, schedule, parameters
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { missingLines, writeParameters } from '../../deploy/write-parameters.ts';
import { QUEUE } from '../../functions/src/common/jobs/job.ts';
import { discover, type Endpoint, parseDotenv, resolveEndpoints } from '../support/discovery.ts';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');

/** As the workflow writes it. */
const written = (given: Record<string, string> = {}) =>
  parseDotenv(missingLines({ standing: {}, given }).join('\n'));

const OPTIONS = ['entryPoint', 'region', 'availableMemoryMb', 'cpu', 'concurrency', 'maxInstances'] as const;

function triggerOf({ httpsTrigger, scheduleTrigger, taskQueueTrigger, eventTrigger }: Endpoint): string {
  if (httpsTrigger) return (httpsTrigger as { invoker: string[] }).invoker.join();
  if (taskQueueTrigger) return 'queue';
  if (scheduleTrigger) return (scheduleTrigger as { schedule: string }).schedule;
  return (eventTrigger as { eventFilterPathPatterns: { document: string } }).eventFilterPathPatterns.document;
}

const row = (endpoint: Endpoint) => [
  endpoint.id,
  ...OPTIONS.map((option) => endpoint[option] ?? '-'),
  endpoint.timeoutSeconds ?? '-',
  triggerOf(endpoint),
  endpoint.secretEnvironmentVariables?.map(({ key }) => key).join() || '-',
];

test('names, entry points, region, memory, cpu, concurrency, instances, timeout, trigger, secrets', async () => {
  const envs = written({
    FUNCTIONS_REGION: 'europe-west1',
    GIT_CREDENTIALS_SECRET: 'on',
    EDITOR_TOKEN_SECRET: 'on',
    LINK_HMAC_SECRET: 'on',
  });
  const endpoints = await resolveEndpoints(withoutSecrets(await discover(envs)), envs);
  expect(endpoints.map(row)).toEqual([
    ['counters', 'counters', 'europe-west1', 512, 1, 80, '-', 300, 'every 1 minutes', '-'],
    ['dataset', 'dataset', 'europe-west1', 2048, 1, 10, '-', 3600, 'public', 'LINK_HMAC'],
    ['image', 'image', 'europe-west1', 512, 1, 40, '-', 60, 'public', '-'],
    ['monitor', 'monitor', 'europe-west1', 1024, 1, 40, '-', 60, 'public', '-'],
    ['people-dataset', 'people.dataset', 'europe-west1', 256, 1, 80, '-', '-', 'dataset/{id}', '-'],
    ['people-monitor', 'people.monitor', 'europe-west1', 256, 1, 80, '-', '-', 'monitor/{id}', '-'],
    [
      'service-git',
      'service.git',
      'europe-west1',
      512,
      1,
      1,
      1,
      120,
      'public',
      'GIT_CREDENTIALS,EDITOR_TOKEN',
    ],
    ['work', 'work', 'europe-west1', 2048, 1, 1, '-', 1800, 'queue', 'LINK_HMAC'],
  ]);
  expect(endpoints.find(({ id }) => id === 'work')?.taskQueueTrigger).toMatchObject(QUEUE);
});

test('service-git alone joins the network of its volume: a deployment would clear one that is not declared', async () => {
  const vpcOf = async (given: Record<string, string>) => {
    const envs = written(given);
    const endpoints = await resolveEndpoints(await discover(envs), envs);
    return Object.fromEntries(endpoints.map(({ id, vpc }) => [id, vpc ?? null]));
  };
  const none = {
    counters: null,
    dataset: null,
    image: null,
    monitor: null,
    'people-dataset': null,
    'people-monitor': null,
    'service-git': null,
    work: null,
  };
  expect(await vpcOf({})).toEqual(none);
  expect(await vpcOf({ EDITOR_NETWORK: 'factory', EDITOR_SUBNET: 'east' })).toEqual({
    ...none,
    'service-git': {
      networkInterfaces: [{ network: 'factory', subnetwork: 'east' }],
      egressSettings: 'PRIVATE_RANGES_ONLY',
    },
  });
  expect((await vpcOf({ EDITOR_NETWORK: 'factory' }))['service-git']).toMatchObject({
    networkInterfaces: [{ network: 'factory' }],
  });
});

test('each parameter and secret explains itself, and names none that the command line reserves', async () => {
  const { params, requiredAPIs } = await discover(
    written({ GIT_CREDENTIALS_SECRET: 'on', EDITOR_TOKEN_SECRET: 'on', LINK_HMAC_SECRET: 'on' }),
  );
  expect(params.map(({ name }) => name)).toEqual([
    'FUNCTIONS_REGION',
    'STORAGE_BUCKET',
    'TEMPORARY_BUCKET',
    'CORS_ORIGINS',
    'RATE_UPLOAD',
    'RATE_DETECT',
    'RATE_EXPORT',
    'RATE_CROPS',
    'RATE_CURATE',
    'RATE_SESSION',
    'RATE_GIT',
    'CREATORS',
    'SIGN_IN_PROVIDERS',
    'ZIP_STREAM_LIMIT',
    'DETECTION_CACHE',
    'EMBEDDER_URL',
    'EDITOR_VOLUME_SOURCE',
    'EDITOR_NETWORK',
    'EDITOR_SUBNET',
    'EDITOR_VOLUME',
    'EDITOR_PROJECT',
    'EDITOR_URL',
    'EDITOR_TOKEN_SECRET',
    'GIT_CREDENTIALS_SECRET',
    'LINK_HMAC_SECRET',
    'GIT_ALLOWED_HOSTS',
    'GIT_CREDENTIALS',
    'EDITOR_TOKEN',
    'LINK_HMAC',
  ]);
  for (const param of params) {
    expect(param.label).toMatch(/\w/);
    expect(param.description).toMatch(/\.$/);
    if (param.type !== 'secret') expect(param.default).toBeDefined();
  }
  expect(requiredAPIs.map(({ api }) => api)).toEqual([
    'cloudscheduler.googleapis.com',
    'cloudtasks.googleapis.com',
  ]);
});

test('without prompts every parameter must be in a file; a secret that is off is not required', async () => {
  const envs = written();
  const manifest = await discover(envs);
  expect(manifest.params.filter(({ type }) => type === 'secret')).toEqual([]);
  await expect(resolveEndpoints(manifest, envs)).resolves.toHaveLength(8);
  const { RATE_GIT: _, ...incomplete } = envs;
  await expect(resolveEndpoints(manifest, incomplete)).rejects.toThrow(/no value for .*RATE_GIT/);
});

test('the emulator suite finds each in .env.local, without prompts', async () => {
  const local = parseDotenv(await readFile(resolve(FUNCTIONS, '.env.local'), 'utf8'));
  const own = ['ACCESS', 'VISION_EMULATOR_HOST'];
  expect(Object.keys(local).sort()).toEqual([...own, ...Object.keys(written())].sort());
  // Nothing there calls the real vision service, which costs money.
  expect(local.VISION_EMULATOR_HOST).toMatch(/^127\.0\.0\.1:\d+$/);
});

test('existing values are kept, given values are used, invalid values are refused', () => {
  const standing = { ...written(), RATE_GIT: '7' };
  expect(missingLines({ standing, given: { RATE_GIT: '9' } })).toEqual([]);
  const lines = missingLines({
    standing: {},
    given: { RATE_GIT: 9, CORS_ORIGINS: 'https://a.b, https://c.d' },
  });
  expect(lines).toContain('RATE_GIT=9');
  expect(parseDotenv(lines.join('\n')).CORS_ORIGINS).toBe('https://a.b, https://c.d');
  for (const given of [
    { RATE_GIT: 'many' },
    { DETECTION_CACHE: 'yes' },
    { ZIP_STREAM_LIMIT: '1.5' },
    { CORS_ORIGINS: '*' },
  ])
    expect(() => missingLines({ standing: {}, given })).toThrow(Object.keys(given)[0]);
});

test('the file is extended, once, and the command line reads the intended values from it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'sightline-parameters-'));
  const origins = 'https://a.b, https://c.d';
  await writeFile(join(directory, '.env'), 'RATE_GIT=7');
  await writeFile(join(directory, '.env.a-project'), 'EDITOR_PROJECT="line 1"\nACCESS=required');
  const given = { RATE_GIT: '9', CORS_ORIGINS: origins, GITHUB_ONLY: 'x' };
  const lines = await writeParameters('a-project', given, { directory });
  expect(await writeParameters('a-project', given, { directory })).toEqual([]);
  const own = parseDotenv(await readFile(join(directory, '.env.a-project'), 'utf8'));
  await rm(directory, { recursive: true });
  expect(own).toMatchObject({
    EDITOR_PROJECT: 'line 1',
    ACCESS: 'required',
    CORS_ORIGINS: origins,
    RATE_UPLOAD: '1200',
  });
  expect(lines).toHaveLength(Object.keys(written()).length - 2);
  for (const name of ['RATE_GIT', 'GITHUB_ONLY']) expect(own).not.toHaveProperty(name);
});

/** The command line would look up secrets in Secret Manager, which does not exist here. */
function withoutSecrets<T extends { params: { type: string }[] }>(manifest: T): T {
  return { ...manifest, params: manifest.params.filter(({ type }) => type !== 'secret') };
}
