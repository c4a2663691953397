/** The doctor on a deployment, of which gcloud, the rules service and the functions tell. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { checkDeployment, type Deployment } from '../../deploy/doctor/deployment.ts';
import { askGcloud } from '../../deploy/doctor/doctor.ts';
import { type Finding, lineOf } from '../../deploy/doctor/finding.ts';
import { type RecordedGcloud, recordGcloud } from '../support/gcloud.ts';

const RULES = resolve(import.meta.dirname, '../../rules');
const rules = (name: string) => readFileSync(resolve(RULES, name), 'utf8');
const PATH = process.env.PATH;

const FUNCTIONS = ['counters', 'dataset', 'image', 'monitor', 'service-git'];
const APIS = [
  ...['cloudfunctions', 'run', 'cloudbuild', 'artifactregistry', 'cloudscheduler', 'firestore'],
  ...['firebasedatabase', 'firebaserules', 'firebasestorage', 'identitytoolkit', 'iamcredentials', 'vision'],
];
const INDEXES = JSON.parse(rules('firestore.indexes.json')).indexes as object[];
const volumeMounts = [{ name: 'editor', mountPath: '/mnt/editor' }];

/** As gcloud describes a deployment that lacks nothing. */
const WELL: Record<string, unknown> = {
  'auth list': [{ account: 'somebody@example.com', status: 'ACTIVE' }],
  'auth print-access-token': { token: 'a-token' },
  'services list': APIS.map((name) => ({ config: { name: `${name}.googleapis.com` }, state: 'ENABLED' })),
  'firestore databases describe': {
    ...{ locationId: 'europe-west1', type: 'FIRESTORE_NATIVE' },
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  },
  'firestore indexes composite list': INDEXES.map(() => ({ state: 'READY' })),
  'storage buckets describe gs://a-project.firebasestorage.app': {
    lifecycle_config: JSON.parse(rules('storage.lifecycle.json')),
  },
  'functions list': FUNCTIONS.map((name) => ({
    ...{ name: `projects/a-project/locations/europe-west1/functions/${name}`, state: 'ACTIVE' },
    serviceConfig: { environmentVariables: { FUNCTIONS_REGION: 'europe-west1' } },
  })),
  'run services describe service-git': { spec: { template: { spec: { containers: [{ volumeMounts }] } } } },
};

const INSTANCES = '/v1beta/projects/a-project/locations/-/instances';

let gcloud: RecordedGcloud;
let server: Server;
let url: string;
/** By path; what is not there is 404. */
let pages: Record<string, { status?: number; body: object }>;
let tokens: (string | undefined)[];

beforeAll(async () => {
  gcloud = await recordGcloud();
  process.env.PATH = gcloud.path;
  server = createServer((request, response) => {
    if (!request.url?.endsWith('/healthz')) tokens.push(request.headers.authorization);
    const page = pages[request.url ?? ''];
    response.writeHead(page?.status ?? (page ? 200 : 404)).end(JSON.stringify(page?.body ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});

afterAll(async () => {
  process.env.PATH = PATH;
  server.close();
  await gcloud.remove();
});

beforeEach(async () => {
  tokens = [];
  pages = Object.fromEntries(
    ['dataset', 'image', 'monitor', 'service-git'].map((name) => [
      `/${name}/healthz`,
      { body: { status: 'ok' } },
    ]),
  );
  release('cloud.firestore', rules('firestore.rules'));
  release('firebase.storage/a-project.firebasestorage.app', rules('storage.rules'));
  pages[INSTANCES] = {
    body: { instances: [{ databaseUrl: url, type: 'DEFAULT_DATABASE', state: 'ACTIVE' }] },
  };
  pages['/.settings/rules.json'] = { body: JSON.parse(rules('database.rules.json')) };
  await gcloud.record(WELL);
});

function release(name: string, content: string): void {
  const rulesetName = `projects/a-project/rulesets/${name.split('/')[0]}`;
  pages[`/v1/projects/a-project/releases/${name}`] = { body: { rulesetName } };
  pages[`/v1/${rulesetName}`] = { body: { source: { files: [{ name: 'rules', content }] } } };
}

const deployment = (parameters: Record<string, string> = {}): Deployment => ({
  ...{
    project: 'a-project',
    region: 'europe-west1',
    functionsUrl: url,
    rulesUrl: url,
    databasesUrl: url,
    gcloud: askGcloud,
  },
  parameters: { EDITOR_VOLUME_SOURCE: 'gs://flows', ...parameters },
});

const missingOf = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'missing').map(({ what, detail }) => `${what}: ${detail}`);

test('a deployment that lacks nothing', async () => {
  const findings = await checkDeployment(deployment());
  expect(findings.map(lineOf)).toEqual([
    'ok      gcloud: somebody@example.com',
    'ok      APIs: all 12 that are needed are enabled',
    'ok      Firestore database: europe-west1, with point-in-time recovery',
    `ok      Firestore indexes: ${INDEXES.length} ready`,
    'ok      Bucket: gs://a-project.firebasestorage.app, archives expire',
    'ok      Rules: of Firestore and Storage as in rules/',
    `ok      Realtime Database: ${url}, rules as in rules/`,
    'ok      Functions: counters, dataset, image, monitor, service-git in europe-west1',
    'ok      Access: credentials are required',
    'ok      Volume: gs://flows at /mnt/editor',
    ...['dataset', 'image', 'monitor', 'service-git'].map(
      (name) => `ok      ${name} answers: 200 {"status":"ok"}`,
    ),
  ]);
  expect(tokens).toEqual(Array(6).fill('Bearer a-token'));
});

test.each<[string, Record<string, unknown>, string]>([
  ['nobody is logged in', { 'auth list': [] }, 'gcloud: nobody is logged in'],
  [
    'an API is off',
    { 'services list': (WELL['services list'] as object[]).slice(1) },
    'APIs: cloudfunctions.googleapis.com',
  ],
  ['there is no database', { 'firestore databases describe': null }, 'Firestore database: ERROR'],
  [
    'Datastore mode',
    { 'firestore databases describe': { type: 'DATASTORE_MODE' } },
    'Firestore database: it is DATASTORE_MODE',
  ],
  [
    'an index is being built',
    {
      'firestore indexes composite list': INDEXES.map((_, at) => ({
        state: at === 0 ? 'CREATING' : 'READY',
      })),
    },
    `Firestore indexes: ${INDEXES.length - 1} of ${INDEXES.length} ready, others are being built`,
  ],
  [
    'archives stay',
    { 'storage buckets describe gs://a-project.firebasestorage.app': {} },
    'Bucket: gs://a-project.firebasestorage.app keeps archives for ever',
  ],
  [
    'a function is gone',
    { 'functions list': (WELL['functions list'] as object[]).slice(0, 4) },
    'Functions: not active in europe-west1: service-git',
  ],
  [
    'everybody may do everything',
    {
      'functions list': (WELL['functions list'] as object[]).map((each) => ({
        ...each,
        serviceConfig: { environmentVariables: { ACCESS: 'open' } },
      })),
    },
    'Access: everybody may do everything: counters, dataset, image, monitor, service-git',
  ],
  [
    'the volume is not mounted',
    { 'run services describe service-git': {} },
    'Volume: gs://flows is not mounted',
  ],
])('%s', async (_, answers, expected) => {
  await gcloud.record({ ...WELL, ...answers });
  const missing = missingOf(await checkDeployment(deployment()));
  expect(missing).toHaveLength(1);
  expect(missing[0]).toContain(expected);
});

test('other rules than those of the repository, or none', async () => {
  release('cloud.firestore', 'service cloud.firestore { match /{all=**} { allow read, write; } }');
  delete pages['/v1/projects/a-project/releases/firebase.storage/a-project.firebasestorage.app'];
  expect(missingOf(await checkDeployment(deployment()))).toEqual([
    'Rules: deployed are others than rules/firestore.rules and rules/storage.rules',
  ]);
});

test.each<[string, object, string]>([
  ['no Realtime Database', { [INSTANCES]: { body: {} } }, 'there is no default one'],
  [
    'a Realtime Database that everybody reads',
    { '/.settings/rules.json': { body: { rules: { '.read': true } } } },
    'has other rules than rules/database.rules.json',
  ],
  ['nobody may ask', { [INSTANCES]: { status: 403, body: {} } }, '127.0.0.1 answers 403'],
])('%s', async (_, changed, expected) => {
  Object.assign(pages, changed);
  const missing = missingOf(await checkDeployment(deployment()));
  expect(missing).toHaveLength(1);
  expect(missing[0]).toMatch(/^Realtime Database: /);
  expect(missing[0]).toContain(expected);
});

test('a function that is unwell, and a page that is none of ours', async () => {
  pages['/image/healthz'] = { status: 503, body: { status: 'unavailable' } };
  pages['/monitor/healthz'] = { body: { hello: 'world' } };
  expect(missingOf(await checkDeployment(deployment()))).toEqual([
    'image answers: 503 {"status":"unavailable"}',
    'monitor answers: 200 {"hello":"world"}',
  ]);
});

test('without a volume service-git may say so, and that is worth a note', async () => {
  pages['/service-git/healthz'] = { status: 503, body: { status: 'unavailable' } };
  const findings = await checkDeployment(deployment({ EDITOR_VOLUME_SOURCE: '' }));
  expect(missingOf(findings)).toEqual([]);
  expect(findings.filter(({ state }) => state === 'note').map(({ what }) => what)).toEqual([
    'Volume',
    'service-git answers',
  ]);
});

test('without gcloud the functions are asked all the same', async () => {
  process.env.PATH = '/nonexistent';
  const findings = await checkDeployment(deployment()).finally(() => {
    process.env.PATH = gcloud.path;
  });
  expect(missingOf(findings)).toEqual(['gcloud: gcloud is not on the PATH']);
  expect(findings).toHaveLength(5);
});
