/**
 * The doctor for a deployment, with simulated answers of gcloud, the rules service and the functions.
 * @covers Contract 9, 12 pages read links of the bucket: the project's Hosting origins and CORS_ORIGINS, reading only; hook, doctor, local Storage
 * @covers Contract 8 deployments require credentials unless their own file says otherwise
 * @covers Workflow, roles, hooks, smoke, doctor
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { APIS } from '../../deploy/doctor/apis.ts';
import { checkDeployment } from '../../deploy/doctor/check-deployment.ts';
import type { Deployment } from '../../deploy/doctor/deployment.ts';
import { once } from '../../deploy/doctor/doctor.ts';
import { type Finding, lineOf } from '../../deploy/doctor/finding.ts';
import { askGcloud } from '../../deploy/gcloud.ts';
import { corsRule } from '../../emulators/storage/cors-rule.ts';
import { type RecordedGcloud, recordGcloud, WELL_QUEUE } from '../support/gcloud.ts';

const RULES = resolve(import.meta.dirname, '../../rules');
const rules = (name: string) => readFileSync(resolve(RULES, name), 'utf8');
const PATH = process.env.PATH;

const FUNCTIONS = 'counters dataset image monitor people-dataset people-monitor service-git work'.split(' ');
const { indexes: INDEXES, fieldOverrides: OVERRIDES } = JSON.parse(rules('firestore.indexes.json')) as {
  indexes: { collectionGroup: string; fields: object[] }[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    indexes: { queryScope: string }[];
    ttl?: boolean;
  }[];
};
/** Indexes of fields, exemptions and expiries count one each. */
const FIELDS = OVERRIDES.map(({ indexes, ttl }) => (indexes.length || 1) + (ttl ? 1 : 0)).reduce(
  (a, b) => a + b,
);
const ALL = INDEXES.length + FIELDS;
/** As listed by gcloud. */
const listed = (state: (at: number) => string) =>
  INDEXES.map(({ collectionGroup, fields }, at) => ({
    name: `projects/a-project/databases/(default)/collectionGroups/${collectionGroup}/indexes/${at}`,
    fields: [...fields, { fieldPath: '__name__', order: 'ASCENDING' }],
    state: state(at),
  }));
const listedFields = (overrides = OVERRIDES, ttl = 'ACTIVE') =>
  overrides.map(({ collectionGroup, fieldPath, indexes, ttl: expires }) => ({
    name: `projects/a-project/databases/(default)/collectionGroups/${collectionGroup}/fields/${fieldPath}`,
    indexConfig: {
      ...(indexes.length > 0 && {
        indexes: indexes.map(({ queryScope, ...index }) => ({
          fields: [{ fieldPath, ...index }],
          queryScope,
          state: 'READY',
        })),
      }),
    },
    ...(expires && { ttlConfig: { state: ttl } }),
  }));
const RUNTIME = '1234-compute@developer.gserviceaccount.com';
const SIGNER = 'roles/iam.serviceAccountTokenCreator';
const PUBSUB = 'service-1234@gcp-sa-pubsub.iam.gserviceaccount.com';
const bind = (...roles: string[]) => ({
  bindings: roles.map((role) => ({ role, members: [`serviceAccount:${RUNTIME}`] })),
});
/** Roles in the project: those of the functions, and that of Pub/Sub's account. */
const bindInProject = (...roles: string[]) => ({
  bindings: [...bind(...roles).bindings, { role: SIGNER, members: [`serviceAccount:${PUBSUB}`] }],
});
const PROJECT_ROLES =
  'datastore.user firebasedatabase.admin firebaseauth.viewer eventarc.eventReceiver cloudtasks.enqueuer run.invoker logging.logWriter cloudbuild.builds.builder'
    .split(' ')
    .map((each) => `roles/${each}`);
const volumeMounts = [{ name: 'editor', mountPath: '/mnt/editor' }];
const volumeAttributes = { bucketName: 'flows', mountOptions: 'uid=33,gid=33' };
const volumes = [{ name: 'editor', csi: { driver: 'gcsfuse.run.googleapis.com', volumeAttributes } }];

const BUCKET = 'storage buckets describe gs://a-project.firebasestorage.app';
const ORIGINS = ['https://a-project.web.app', 'https://a-project.firebaseapp.com'];

/** gcloud's description of a complete deployment. */
const WELL: Record<string, unknown> = {
  'auth list': [{ account: 'somebody@example.com', status: 'ACTIVE' }],
  'auth print-access-token': { token: 'a-token' },
  'services list': APIS.map((name) => ({ config: { name: `${name}.googleapis.com` }, state: 'ENABLED' })),
  'firestore databases describe': {
    locationId: 'europe-west1',
    type: 'FIRESTORE_NATIVE',
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
  },
  'firestore indexes composite list': listed(() => 'READY'),
  'firestore indexes fields list': listedFields(),
  'projects describe a-project': { projectNumber: '1234' },
  'projects get-iam-policy a-project': bindInProject(...PROJECT_ROLES),
  'storage buckets get-iam-policy gs://a-project.firebasestorage.app': bind('roles/storage.objectUser'),
  'storage buckets get-iam-policy gs://flows': bind('roles/storage.objectUser'),
  [`iam service-accounts get-iam-policy ${RUNTIME}`]: bind(SIGNER, 'roles/iam.serviceAccountUser'),
  'secrets get-iam-policy GIT_CREDENTIALS': bind('roles/secretmanager.secretAccessor'),
  'resource-manager org-policies describe iam.allowedPolicyMemberDomains': {
    listPolicy: { allValues: 'ALLOW' },
  },
  'artifacts repositories describe gcf-artifacts --location=europe-west1': {
    cleanupPolicies: { 'firebase-functions-cleanup': {} },
  },
  'tasks queues describe work --location=europe-west1': WELL_QUEUE,
  'logging read': [],
  [BUCKET]: {
    lifecycle_config: JSON.parse(rules('storage.lifecycle.json')),
    cors_config: [corsRule(ORIGINS)],
    ...{ uniform_bucket_level_access: true, public_access_prevention: 'enforced' },
    ...{ soft_delete_policy: { retentionDurationSeconds: '2592000' } },
    ...{ autoclass: { enabled: true, terminalStorageClass: 'ARCHIVE' } },
  },
  'functions list': FUNCTIONS.map((name) => ({
    name: `projects/a-project/locations/europe-west1/functions/${name}`,
    state: 'ACTIVE',
    serviceConfig: { environmentVariables: { FUNCTIONS_REGION: 'europe-west1' } },
  })),
  'run services describe service-git': {
    spec: { template: { spec: { containers: [{ volumeMounts }], volumes } } },
  },
};

const SITES = '/v1beta1/projects/a-project/sites';
const INSTANCES = '/v1beta/projects/a-project/locations/-/instances';

let gcloud: RecordedGcloud;
let server: Server;
let url: string;
/** Answers by path; others are 404. */
let pages: Record<string, { status?: number; body: object }>;
/** Permissions that the account does not have. */
let lacking: string[];
let tokens: (string | undefined)[];

beforeAll(async () => {
  gcloud = await recordGcloud();
  process.env.PATH = gcloud.path;
  server = createServer((request, response) => {
    if (!request.url?.endsWith('/health')) tokens.push(request.headers.authorization);
    if (request.url?.endsWith(':testIamPermissions')) return void testPermissions(request, response);
    const page = pages[request.url ?? ''];
    response.writeHead(page?.status ?? (page ? 200 : 404)).end(JSON.stringify(page?.body ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});

/** There is no App Engine application. */
async function testPermissions(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { permissions } = (await json(request)) as { permissions: string[] };
  if (request.url?.includes('appspot')) return void response.writeHead(404).end('{}');
  const held = permissions.filter((each) => !lacking.includes(each));
  response.end(JSON.stringify(held.length > 0 ? { permissions: held } : {}));
}

afterAll(async () => {
  process.env.PATH = PATH;
  server.close();
  await gcloud.remove();
});

beforeEach(async () => {
  tokens = [];
  lacking = [];
  pages = Object.fromEntries(
    ['dataset', 'image', 'monitor', 'service-git'].map((name) => [
      `/${name}/health`,
      { body: { status: 'ok' } },
    ]),
  );
  release('cloud.firestore', rules('firestore.rules'));
  release('firebase.storage/a-project.firebasestorage.app', rules('storage.rules'));
  pages[INSTANCES] = {
    body: { instances: [{ databaseUrl: url, type: 'DEFAULT_DATABASE', state: 'ACTIVE' }] },
  };
  pages[SITES] = {
    body: { sites: [{ type: 'DEFAULT_SITE', defaultUrl: 'https://a-project.web.app' }] },
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
  project: 'a-project',
  region: 'europe-west1',
  functionsUrl: url,
  apiUrl: () => url,
  gcloud: once(askGcloud),
  parameters: { EDITOR_VOLUME_SOURCE: 'gs://flows', ...parameters },
});

const missingOf = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'missing').map(({ what, detail }) => `${what}: ${detail}`);

test('a complete deployment', async () => {
  const findings = await checkDeployment(deployment());
  expect(findings.map(lineOf)).toEqual([
    'ok      gcloud: somebody@example.com',
    `ok      APIs: all ${APIS.length} that are needed are enabled`,
    'ok      Permissions: all 27 that a deployment needs',
    'ok      Act as: the accounts that the functions run as',
    'ok      Runtime account: has its roles',
    'ok      Signing: the functions can sign links and camera tokens',
    'ok      Jobs: the functions can send tasks',
    'ok      Events: Pub/Sub can deliver them',
    'ok      Retries: were agreed to',
    'ok      Secrets: none is switched on',
    'ok      Public calls: no organization policy is against them',
    'ok      Container images: have a cleanup policy',
    'ok      Hosting: https://a-project.web.app',
    'ok      Firestore database: europe-west1, with point-in-time recovery',
    'ok      Bucket: gs://a-project.firebasestorage.app, archives expire',
    'ok      Keeping: deleted objects for 30 days, old ones in colder classes',
    `ok      Realtime Database: ${url}, rules as in rules/`,
    'ok      Volume access: the functions may write gs://flows',
    `ok      Firestore indexes: ${ALL} ready`,
    `ok      Pages: ${ORIGINS.join(', ')} may read files by links`,
    'ok      Rules: of Firestore and Storage as in rules/',
    'ok      Functions: counters, dataset, image, monitor, people-dataset, people-monitor, service-git, work in europe-west1',
    'ok      Queue: 20 tasks at a time, 5 attempts each',
    'ok      Access: credentials are required',
    'ok      Volume: gs://flows at /mnt/editor',
    ...['dataset', 'image', 'monitor', 'service-git'].map(
      (name) => `ok      ${name} answers: 200 {"status":"ok"}`,
    ),
  ]);
  expect(tokens).toEqual(Array(10).fill('Bearer a-token'));
});

test.each<[string, Record<string, unknown>, string]>([
  ['nobody is logged in', { 'auth list': [] }, 'gcloud: nobody is logged in'],
  [
    'an API is off',
    { 'services list': (WELL['services list'] as object[]).slice(1) },
    'APIs: artifactregistry.googleapis.com',
  ],
  ['there is no database', { 'firestore databases describe': null }, 'Firestore database: ERROR'],
  [
    'Datastore mode',
    { 'firestore databases describe': { type: 'DATASTORE_MODE' } },
    'Firestore database: it is DATASTORE_MODE',
  ],
  [
    'an index is being built',
    { 'firestore indexes composite list': listed((at) => (at === 0 ? 'CREATING' : 'READY')) },
    `Firestore indexes: ${ALL - 1} of ${ALL} ready, others are being built`,
  ],
  [
    'settings of fields are not deployed',
    { 'firestore indexes fields list': [] },
    `Firestore indexes: ${INDEXES.length} of ${ALL} ready`,
  ],
  [
    'a query over all collections of a name has no index',
    {
      'firestore indexes fields list': listedFields(
        OVERRIDES.map((each) => ({
          ...each,
          indexes: each.indexes.filter(
            ({ queryScope }) => each.fieldPath !== 'by' || queryScope === 'COLLECTION',
          ),
        })),
      ),
    },
    `Firestore indexes: ${ALL - 1} of ${ALL} ready`,
  ],
  [
    'documents do not expire yet',
    { 'firestore indexes fields list': listedFields(OVERRIDES, 'CREATING') },
    `Firestore indexes: ${ALL - OVERRIDES.filter(({ ttl }) => ttl).length} of ${ALL} ready, others are being built`,
  ],
  [
    'archives stay',
    { [BUCKET]: { ...(WELL[BUCKET] as object), lifecycle_config: {} } },
    'Bucket: gs://a-project.firebasestorage.app keeps archives for ever',
  ],
  [
    'pages of the site may not read files',
    { [BUCKET]: { ...(WELL[BUCKET] as object), cors_config: [corsRule(ORIGINS.slice(1))] } },
    `Pages: gs://a-project.firebasestorage.app does not let ${ORIGINS.join(', ')} read files by links`,
  ],
  [
    'a function is gone',
    { 'functions list': (WELL['functions list'] as object[]).slice(0, -1) },
    'Functions: not active in europe-west1: work',
  ],
  [
    'everybody may do everything',
    {
      'functions list': (WELL['functions list'] as object[]).map((each) => ({
        ...each,
        serviceConfig: { environmentVariables: { ACCESS: 'open' } },
      })),
    },
    'Access: everybody may do everything: counters, dataset, image, monitor, people-dataset, people-monitor, service-git, work',
  ],
  [
    'the volume is not mounted',
    { 'run services describe service-git': {} },
    'Volume: gs://flows is not mounted as it should be: nothing at /mnt/editor',
  ],
  [
    'as many indexes, but others',
    { 'firestore indexes composite list': listed(() => 'READY').map((each) => ({ ...each, fields: [] })) },
    `Firestore indexes: ${FIELDS} of ${ALL} ready`,
  ],
  [
    'the functions lack roles',
    { 'projects get-iam-policy a-project': bindInProject('roles/firebase.admin', 'roles/logging.admin') },
    'Runtime account: not roles/eventarc.eventReceiver, roles/cloudtasks.enqueuer, roles/run.invoker, roles/cloudbuild.builds.builder',
  ],
  [
    'the functions may not write images',
    { 'storage buckets get-iam-policy gs://a-project.firebasestorage.app': {} },
    'Runtime account: not roles/storage.objectUser on gs://a-project.firebasestorage.app',
  ],
  [
    'the functions may not write the volume',
    { 'storage buckets get-iam-policy gs://flows': bind('roles/storage.objectViewer') },
    'Volume access: the functions may not write gs://flows',
  ],
  [
    'nobody signs links and camera tokens',
    { [`iam service-accounts get-iam-policy ${RUNTIME}`]: bind('roles/iam.serviceAccountUser') },
    'Signing: the functions cannot sign links and camera tokens',
  ],
  [
    'nobody sends tasks',
    { [`iam service-accounts get-iam-policy ${RUNTIME}`]: bind(SIGNER) },
    'Jobs: the functions cannot send tasks',
  ],
  [
    'Pub/Sub cannot deliver events',
    { 'projects get-iam-policy a-project': bind(...PROJECT_ROLES) },
    `Events: Pub/Sub's own account has not ${SIGNER}`,
  ],
  [
    'an organization refuses allUsers',
    {
      'resource-manager org-policies describe iam.allowedPolicyMemberDomains': {
        listPolicy: { allowedValues: ['C0123'] },
      },
    },
    'Public calls: iam.allowedPolicyMemberDomains refuses allUsers',
  ],
  [
    'images are kept for ever',
    { 'artifacts repositories describe gcf-artifacts --location=europe-west1': {} },
    'Container images: no cleanup policy',
  ],
])('%s', async (_, answers, expected) => {
  await gcloud.record({ ...WELL, ...answers });
  const missing = missingOf(await checkDeployment(deployment()));
  expect(missing).toHaveLength(1);
  expect(missing[0]).toContain(expected);
});

test.each<[string, string[], string]>([
  [
    'no role for the schedule',
    ['cloudscheduler.jobs.create', 'cloudscheduler.jobs.update'],
    'Permissions: not cloudscheduler.jobs.create, cloudscheduler.jobs.update',
  ],
  ['may not act as the runtime account', ['iam.serviceAccounts.actAs'], `Act as: not ${RUNTIME}`],
])('%s', async (_, permissions, expected) => {
  lacking = permissions;
  const findings = await checkDeployment({ ...deployment(), isBefore: true });
  expect(missingOf(findings)).toEqual([expected]);
  expect(findings.find(({ state }) => state === 'missing')?.remedy).toMatch(
    /roles\/(cloudscheduler\.admin|iam\.serviceAccountUser)/,
  );
});

test('a secret that is switched on must be there, and the functions must be able to read it', async () => {
  const asked = () => checkDeployment(deployment({ GIT_CREDENTIALS_SECRET: 'on' }));
  expect(missingOf(await asked())).toEqual([]);
  await gcloud.record({ ...WELL, 'secrets get-iam-policy GIT_CREDENTIALS': {} });
  const [finding] = (await asked()).filter(({ state }) => state === 'missing');
  expect(finding?.detail).toBe('the functions cannot read GIT_CREDENTIALS');
  expect(finding?.remedy).toContain(`${RUNTIME} --role roles/secretmanager.secretAccessor`);
});

test('an HMAC key signs links, and its secret must be there; camera tokens need the role all the same', async () => {
  const asked = () => checkDeployment(deployment({ LINK_HMAC_SECRET: 'on' }));
  const unsigned = {
    [`iam service-accounts get-iam-policy ${RUNTIME}`]: bind('roles/iam.serviceAccountUser'),
  };
  const readable = { 'secrets get-iam-policy LINK_HMAC': bind('roles/secretmanager.secretAccessor') };
  await gcloud.record({ ...WELL, ...unsigned, ...readable });
  const [finding, ...others] = (await asked()).filter(({ state }) => state === 'missing');
  expect(others).toEqual([]);
  expect(finding?.detail).toBe('the functions cannot sign camera tokens (an HMAC key signs links only)');
  expect(finding?.remedy).toContain(`serviceAccount:${RUNTIME} --role ${SIGNER}`);
  await gcloud.record({ ...WELL, 'secrets get-iam-policy LINK_HMAC': {} });
  expect(missingOf(await asked())).toEqual(['Secrets: the functions cannot read LINK_HMAC']);
});

test('an NFS share without its network', async () => {
  const nfs = { EDITOR_VOLUME_SOURCE: 'nfs://10.0.0.2/share' };
  expect(missingOf(await checkDeployment({ ...deployment(nfs), isBefore: true }))).toEqual([
    'Volume access: an NFS share is reached by a network, and none is named',
  ]);
});

test('a project without a default Hosting site', async () => {
  pages[SITES] = { body: { sites: [] } };
  expect(missingOf(await checkDeployment(deployment()))).toEqual(['Hosting: there is no default site']);
});

test('what the account may not read is a note: it may still be allowed to deploy', async () => {
  pages[SITES] = { status: 403, body: {} };
  const findings = await checkDeployment(deployment());
  expect(missingOf(findings)).toEqual([]);
  expect(findings.filter(({ state }) => state === 'note').map(lineOf)).toEqual([
    'note    Hosting: may not be looked at: firebasehosting answers 403\n        -> Firebase console, Hosting, Get started',
  ]);
});

test('before a deployment nothing is checked that it creates', async () => {
  await gcloud.record({
    ...WELL,
    'functions list': [],
    'firestore indexes composite list': [],
    'firestore indexes fields list': [],
    'storage buckets describe gs://a-project.firebasestorage.app': {},
  });
  for (const page of Object.keys(pages))
    if (page.includes('health') || page.includes('rules')) delete pages[page];
  const findings = await checkDeployment({ ...deployment(), isBefore: true });
  expect(missingOf(findings)).toEqual([]);
  expect(findings).toHaveLength(18);
  const [asked] = findings.filter(({ state }) => state === 'note');
  expect(asked && lineOf(asked)).toMatch(
    /Retries: people-dataset, people-monitor: .*\n.*--only functions:people --force --project a-project$/,
  );
});

test('the reason of a failed write to the volume is read from the log', async () => {
  pages['/service-git/health'] = { status: 503, body: { status: 'unavailable' } };
  const reason = "EACCES: permission denied, open '/mnt/editor/.sightline-write-test'";
  await gcloud.record({ ...WELL, 'logging read': [{ jsonPayload: { reason } }] });
  const [said] = missingOf(await checkDeployment(deployment()));
  expect(said).toContain(`volume: ${reason}; it belongs to somebody else`);
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
  ['a service that fails', { [INSTANCES]: { status: 500, body: {} } }, 'firebasedatabase answers 500'],
])('%s', async (_, changed, expected) => {
  Object.assign(pages, changed);
  const missing = missingOf(await checkDeployment(deployment()));
  expect(missing).toHaveLength(1);
  expect(missing[0]).toMatch(/^Realtime Database: /);
  expect(missing[0]).toContain(expected);
});

test('an unhealthy function, and a page that is not ours', async () => {
  pages['/image/health'] = { status: 503, body: { status: 'unavailable' } };
  pages['/monitor/health'] = { body: { hello: 'world' } };
  expect(missingOf(await checkDeployment(deployment()))).toEqual([
    'image answers: 503 {"status":"unavailable"}',
    'monitor answers: 200 {"hello":"world"}',
  ]);
});

test('without a volume service-git reports it, which is a note', async () => {
  pages['/service-git/health'] = { status: 503, body: { status: 'unavailable' } };
  const findings = await checkDeployment(deployment({ EDITOR_VOLUME_SOURCE: '' }));
  expect(missingOf(findings)).toEqual([]);
  expect(findings.filter(({ state }) => state === 'note').map(({ what }) => what)).toEqual([
    'Volume',
    'service-git answers',
  ]);
});

test('without gcloud the functions are still checked', async () => {
  process.env.PATH = '/nonexistent';
  const findings = await checkDeployment(deployment()).finally(() => {
    process.env.PATH = gcloud.path;
  });
  expect(missingOf(findings)).toEqual(['gcloud: gcloud is not on the PATH']);
  expect(findings).toHaveLength(5);
});
