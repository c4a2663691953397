/**
 * `npm run setup` on a stand-in for a project: what it lacks is made, once, and each thing that is missing is found.
 * @covers Workflow, roles, hooks, smoke, doctor
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { APIS } from '../../deploy/doctor/apis.ts';
import { checkDeployment } from '../../deploy/doctor/check-deployment.ts';
import type { Deployment } from '../../deploy/doctor/deployment.ts';
import { setUp } from '../../deploy/setup.ts';

const RUNTIME = '1234-compute@developer.gserviceaccount.com';
const PUBSUB = 'service-1234@gcp-sa-pubsub.iam.gserviceaccount.com';
const BUCKET = 'gs://a-project.firebasestorage.app';
const TEMPORARY = 'gs://a-project-temporary';

/** What a project has. */
interface Project {
  apis: string[];
  database: Record<string, string> | null;
  backups: string[];
  live: boolean;
  bucket: Record<string, unknown> | null;
  temporary: Record<string, unknown> | null;
  images: { cleanupPolicies?: object } | null;
  site: boolean;
  /** `role member`, by what they are granted on. */
  granted: Record<string, string[]>;
}

const bare = (): Project => ({
  ...{ apis: [], database: null, backups: [], live: true, bucket: {}, images: null, site: false },
  temporary: null,
  granted: {},
});

let project: Project;
let ran: string[];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = request.url?.endsWith('/sites')
      ? { sites: project.site ? [{ type: 'DEFAULT_SITE', defaultUrl: 'https://a' }] : [] }
      : { instances: project.live ? [{ type: 'DEFAULT_DATABASE', state: 'ACTIVE', databaseUrl: url }] : [] };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  project = bare();
  ran = [];
});

const policyOf = (place: string) => ({
  bindings: (project.granted[place] ?? []).map((each) => {
    const [role, member] = each.split(' ') as [string, string];
    return { role, members: [member] };
  }),
});

function found<T>(what: T | null): T {
  if (what === null) throw new Error('NOT_FOUND: there is none');
  return what;
}

/** Answers as gcloud does. */
async function ask(args: readonly string[]): Promise<unknown> {
  const [area, kind, verb, of = ''] = args;
  if (area === 'auth') return kind === 'list' ? [{ account: 'me' }] : { token: 'a' };
  if (area === 'services') return project.apis.map((name) => ({ config: { name } }));
  if (area === 'firestore') return kind === 'backups' ? project.backups : found(project.database);
  if (area === 'artifacts') return found(project.images);
  if (kind === 'describe') return { projectNumber: '1234' };
  if (kind === 'buckets' && verb === 'describe' && of === BUCKET) return found(project.bucket);
  if (kind === 'buckets' && verb === 'describe' && of === TEMPORARY) return found(project.temporary);
  if (args.includes('get-iam-policy')) return policyOf(kind === 'get-iam-policy' ? 'project' : of);
  throw new Error(`NOT_FOUND: ${args.join(' ')}`);
}

/** Does what gcloud and firebase do. */
function run(program: string, given: readonly string[]): void {
  const args = given.filter((each) => each !== '--project=a-project');
  ran.push([program, ...args].join(' '));
  const [area, kind, verb, of = ''] = args;
  if (area !== 'projects' && args.length === given.length) throw new Error('of which project?');
  const option = (name: string) =>
    args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  if (args.includes('add-iam-policy-binding')) {
    const place = area === 'projects' ? 'project' : of;
    project.granted[place] = [...(project.granted[place] ?? []), `${option('role')} ${option('member')}`];
  } else if (area === 'services') project.apis.push(...args.slice(2));
  else if (kind === 'backups') project.backups.push(option('recurrence'));
  else if (area === 'firestore')
    project.database = {
      type: 'FIRESTORE_NATIVE',
      ...project.database,
      ...(args.includes('--enable-pitr') && {
        pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
      }),
      ...(args.includes('--delete-protection') && { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' }),
    };
  else if (kind === 'buckets' && of === TEMPORARY)
    project.temporary = { ...project.temporary, ...settings(args) };
  else if (kind === 'buckets' && verb === 'update') project.bucket = { ...project.bucket, ...settings(args) };
  else if (area === 'artifacts') project.images = {};
  else if (area === 'functions:artifacts:setpolicy')
    project.images = { cleanupPolicies: { 'firebase-functions-cleanup': {} } };
  else if (area === 'hosting:sites:create') project.site = true;
  else throw new Error(`${program} ${args.join(' ')}`);
}

const settings = (args: readonly string[]) => ({
  ...(args.includes('--uniform-bucket-level-access') && { uniform_bucket_level_access: true }),
  ...(args.includes('--public-access-prevention') && { public_access_prevention: 'enforced' }),
  ...(args.includes('--soft-delete-duration=30d') && {
    soft_delete_policy: { retentionDurationSeconds: '2592000' },
  }),
  ...((args.includes('--clear-soft-delete') || args.includes('--soft-delete-duration=0')) && {
    soft_delete_policy: { retentionDurationSeconds: '0' },
  }),
  ...(args.includes('--enable-autoclass') && {
    autoclass: { enabled: true, terminalStorageClass: args.at(-1)?.split('=').at(-1) },
  }),
});

const deployment = (): Deployment => ({
  ...{ project: 'a-project', region: 'europe-west1', isBefore: true },
  parameters: { TEMPORARY_BUCKET: 'a-project-temporary' },
  ...{ gcloud: ask, functionsUrl: url, apiUrl: () => url },
});

async function settle(isApplied = true) {
  const lines: string[] = [];
  const isWhole = await setUp({
    deployment: async () => deployment(),
    run: isApplied ? run : null,
    say: (line) => void lines.push(line),
  });
  return { lines, isWhole };
}

test('a bare project gets all that it lacks, after it was said, and nothing twice', async () => {
  const plan = await settle(false);
  expect([project, ran]).toEqual([bare(), []]);
  expect(plan.lines.join('\n')).toContain('gcloud firestore databases create --location=europe-west1');
  const first = await settle();
  expect(first.isWhole).toBe(true);
  expect(project.apis.sort()).toEqual(APIS.map((name) => `${name}.googleapis.com`).sort());
  expect(first.lines.filter((line) => !line.endsWith(': is there'))).toEqual(
    plan.lines.filter((line) => !line.endsWith(': is there')),
  );
  const before = structuredClone(project);
  ran = [];
  const second = await settle();
  expect([ran, project]).toEqual([[], before]);
  expect(second.lines.every((line) => line.endsWith(': is there'))).toBe(true);
  const states = (await checkDeployment(deployment())).map(({ what, state }) => [what, state]);
  const ready = ['APIs', 'Runtime account', 'Signing', 'Jobs', 'Events', 'Container images', 'Hosting'];
  for (const what of [...ready, 'Firestore database', 'Bucket', 'Keeping'])
    expect(states).toContainEqual([what, 'ok']);
});

const without = (place: string, role: string) => () => {
  const kept = (project.granted[place] ?? []).filter((each) => !each.startsWith(`${role} `));
  project.granted[place] = kept;
};
const grant = (on: string, member: string, role: string) =>
  `${on} --member=serviceAccount:${member} --role=${role}`;

test.each<[string, () => void, string]>([
  ['an API', () => void project.apis.splice(0, 1), 'gcloud services enable artifactregistry.googleapis.com'],
  [
    'the way back in time',
    () => void delete project.database?.pointInTimeRecoveryEnablement,
    'gcloud firestore databases update --database=(default) --enable-pitr',
  ],
  [
    'protection from deletion',
    () => void delete project.database?.deleteProtectionState,
    'gcloud firestore databases update --database=(default) --delete-protection',
  ],
  [
    'colder classes',
    () => void delete project.bucket?.autoclass,
    `gcloud storage buckets update ${BUCKET} --enable-autoclass --autoclass-terminal-storage-class=ARCHIVE`,
  ],
  [
    'soft delete',
    () =>
      void Object.assign(project.bucket ?? {}, {
        soft_delete_policy: { retentionDurationSeconds: '604800' },
      }),
    `gcloud storage buckets update ${BUCKET} --soft-delete-duration=30d`,
  ],
  [
    'a bucket of temporary objects',
    () => void Object.assign(project, { temporary: null }),
    `gcloud storage buckets create ${TEMPORARY} --location=europe-west1 --uniform-bucket-level-access --public-access-prevention --soft-delete-duration=0`,
  ],
  [
    'temporary objects that go when they are deleted',
    () =>
      void Object.assign(project.temporary ?? {}, {
        soft_delete_policy: { retentionDurationSeconds: '604800' },
      }),
    `gcloud storage buckets update ${TEMPORARY} --clear-soft-delete`,
  ],
  [
    'the role on the bucket of temporary objects',
    without(TEMPORARY, 'roles/storage.objectUser'),
    `gcloud storage buckets add-iam-policy-binding ${grant(TEMPORARY, RUNTIME, 'roles/storage.objectUser')}`,
  ],
  [
    'backups',
    () => void Object.assign(project, { backups: [] }),
    'gcloud firestore backups schedules create --database=(default) --recurrence=weekly --day-of-week=SUN --retention=14w',
  ],
  [
    'a cleanup policy',
    () => void Object.assign(project, { images: {} }),
    'firebase functions:artifacts:setpolicy --location=europe-west1 --days=7',
  ],
  ['a site', () => void Object.assign(project, { site: false }), 'firebase hosting:sites:create a-project'],
  [
    'a role of the functions',
    without('project', 'roles/cloudtasks.enqueuer'),
    `gcloud projects add-iam-policy-binding ${grant('a-project', RUNTIME, 'roles/cloudtasks.enqueuer')} --condition=None`,
  ],
  [
    'the role on the bucket',
    without(BUCKET, 'roles/storage.objectUser'),
    `gcloud storage buckets add-iam-policy-binding ${grant(BUCKET, RUNTIME, 'roles/storage.objectUser')}`,
  ],
  [
    'signing',
    without(RUNTIME, 'roles/iam.serviceAccountTokenCreator'),
    `gcloud iam service-accounts add-iam-policy-binding ${grant(RUNTIME, RUNTIME, 'roles/iam.serviceAccountTokenCreator')}`,
  ],
  [
    'sending tasks',
    without(RUNTIME, 'roles/iam.serviceAccountUser'),
    `gcloud iam service-accounts add-iam-policy-binding ${grant(RUNTIME, RUNTIME, 'roles/iam.serviceAccountUser')}`,
  ],
  [
    'events',
    without('project', 'roles/iam.serviceAccountTokenCreator'),
    `gcloud projects add-iam-policy-binding ${grant('a-project', PUBSUB, 'roles/iam.serviceAccountTokenCreator')} --condition=None`,
  ],
])('what is missing is found: %s', async (_, take, command) => {
  await settle();
  ran = [];
  take();
  expect((await settle()).isWhole).toBe(true);
  expect(ran).toEqual([command]);
});

test('what only a person can make is said, and is no success', async () => {
  await settle();
  ran = [];
  Object.assign(project, { live: false, bucket: null });
  const { lines, isWhole } = await settle();
  expect(lines.filter((line) => line.includes('by hand'))).toEqual([
    'Realtime Database: by hand: Firebase console, Realtime Database, Create (locked mode)',
    `Bucket: by hand: ${BUCKET}: Firebase console, Storage, Get started`,
  ]);
  expect(isWhole).toBe(false);
});
