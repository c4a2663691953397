/** What a deployment needs, asked through gcloud, the rules service and the functions themselves. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { joinRules } from '../bucket-lifecycle.ts';
import { askHealth } from '../health.ts';
import { describeCommand, isMounted, type Mount, readMount } from '../mount-volume.ts';
import { bucketOf } from '../read-parameters.ts';
import { type Finding, look, missing, note, ok } from './finding.ts';
import { findDatabase, readDatabaseRules } from './live-database.ts';
import { releasedRules } from './released-rules.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

export interface Deployment {
  project: string;
  region: string;
  /** Of `functions/.env*`. */
  parameters: Record<string, string | undefined>;
  /** JSON that gcloud answers. @throws when it fails */
  gcloud(args: readonly string[]): Promise<unknown>;
  /** Addresses, replaced in tests. */
  functionsUrl: string;
  rulesUrl: string;
  databasesUrl: string;
}

const APIS = [
  ...['cloudfunctions', 'run', 'cloudbuild', 'artifactregistry', 'cloudscheduler', 'firestore'],
  ...['firebasedatabase', 'firebaserules', 'firebasestorage', 'identitytoolkit', 'iamcredentials', 'vision'],
];

const FUNCTIONS = ['counters', 'dataset', 'image', 'monitor', 'service-git'];

/** Without an account nothing else can be asked. */
export async function checkDeployment(deployment: Deployment): Promise<Finding[]> {
  const account = await checkAccount(deployment);
  const healths = await checkHealth(deployment);
  if (account.state === 'missing') return [account, ...healths];
  const looks: [what: string, remedy: string, find: (of: Deployment) => Promise<Finding>][] = [
    ['APIs', 'docs/deployment.md, set up a project', checkApis],
    ['Firestore database', 'gcloud firestore databases create', checkDatabase],
    ['Firestore indexes', 'npx firebase deploy --only firestore:indexes', checkIndexes],
    ['Bucket', 'Firebase console, Storage, Get started', checkBucket],
    ['Rules', 'npx firebase deploy --only firestore:rules,storage', checkRules],
    ['Realtime Database', 'Firebase console, Realtime Database, Create', checkLiveDatabase],
    ['Functions', 'npx firebase deploy --only functions', checkFunctions],
    ['Access', 'npx firebase deploy --only functions', checkAccess],
    ['Volume', 'npm run mount-volume', checkVolume],
  ];
  const found = looks.map(([what, remedy, find]) => look(what, remedy, () => find(deployment)));
  return [account, ...(await Promise.all(found)), ...healths];
}

async function checkAccount({ gcloud }: Deployment): Promise<Finding> {
  return look('gcloud', 'https://cloud.google.com/sdk/docs/install, then gcloud auth login', async () => {
    const accounts = (await gcloud(['auth', 'list', '--filter=status:ACTIVE'])) as { account: string }[];
    const [active] = accounts;
    return active
      ? ok('gcloud', active.account)
      : missing('gcloud', 'nobody is logged in', 'gcloud auth login');
  });
}

async function checkApis({ gcloud, project }: Deployment): Promise<Finding> {
  const listed = (await gcloud(['services', 'list', '--enabled', `--project=${project}`])) as {
    config: { name: string };
  }[];
  const enabled = new Set(listed.map(({ config }) => config.name));
  const absent = APIS.map((name) => `${name}.googleapis.com`).filter((name) => !enabled.has(name));
  if (absent.length === 0) return ok('APIs', `all ${APIS.length} that are needed are enabled`);
  return missing(
    'APIs',
    `${absent.join(', ')}`,
    `gcloud services enable --project ${project} ${absent.join(' ')}`,
  );
}

async function checkDatabase({ gcloud, project }: Deployment): Promise<Finding> {
  const what = 'Firestore database';
  const database = (await gcloud([
    ...['firestore', 'databases', 'describe', '--database=(default)', `--project=${project}`],
  ])) as { type?: string; locationId?: string; pointInTimeRecoveryEnablement?: string };
  if (database.type !== 'FIRESTORE_NATIVE')
    return missing(what, `it is ${database.type}`, 'a project with Firestore in native mode');
  if (database.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED')
    return ok(what, `${database.locationId}, with point-in-time recovery`);
  const remedy = `gcloud firestore databases update --database='(default)' --project=${project} --enable-pitr`;
  return note(what, `${database.locationId}, without point-in-time recovery`, remedy);
}

async function checkIndexes({ gcloud, project }: Deployment): Promise<Finding> {
  const what = 'Firestore indexes';
  const listed = await gcloud(['firestore', 'indexes', 'composite', 'list', `--project=${project}`]);
  const states = (listed as { state: string }[]).map(({ state }) => state);
  const ready = states.filter((state) => state === 'READY').length;
  const { indexes } = JSON.parse(await readFile(resolve(RULES, 'firestore.indexes.json'), 'utf8'));
  if (ready >= indexes.length) return ok(what, `${ready} ready`);
  const detail = `${ready} of ${indexes.length} ready${states.includes('CREATING') ? ', others are being built' : ''}`;
  return missing(what, detail, 'npx firebase deploy --only firestore:indexes, and wait until they are built');
}

async function checkBucket({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const name = `gs://${bucketOf(project, parameters)}`;
  const bucket = (await gcloud(['storage', 'buckets', 'describe', name])) as {
    lifecycle_config?: { rule?: object[] };
  };
  const { rule } = JSON.parse(await readFile(resolve(RULES, 'storage.lifecycle.json'), 'utf8'));
  if (!joinRules(bucket.lifecycle_config?.rule ?? [], rule)) return ok('Bucket', `${name}, archives expire`);
  return missing(
    'Bucket',
    `${name} keeps archives for ever`,
    `GCLOUD_PROJECT=${project} npm run bucket-lifecycle`,
  );
}

async function tokenOf({ gcloud }: Deployment): Promise<string> {
  const answer = await gcloud(['auth', 'print-access-token', '--format=json(token)']);
  return (answer as { token: string }).token;
}

async function checkLiveDatabase(deployment: Deployment): Promise<Finding> {
  const what = 'Realtime Database';
  const token = await tokenOf(deployment);
  const found = await findDatabase(deployment.databasesUrl, deployment.project, token);
  if (!found) return missing(what, 'there is no default one', 'Firebase console, Realtime Database, Create');
  const rules: unknown = JSON.parse(await readFile(resolve(RULES, 'database.rules.json'), 'utf8'));
  if (isDeepStrictEqual(await readDatabaseRules(found, token), rules))
    return ok(what, `${found}, rules as in rules/`);
  return missing(
    what,
    `${found} has other rules than rules/database.rules.json`,
    'npx firebase deploy --only database',
  );
}

async function checkRules(deployment: Deployment): Promise<Finding> {
  const { project, rulesUrl, parameters } = deployment;
  const token = await tokenOf(deployment);
  const bucket = bucketOf(project, parameters);
  const wanted = { 'cloud.firestore': 'firestore.rules', [`firebase.storage/${bucket}`]: 'storage.rules' };
  const differing: string[] = [];
  for (const [release, file] of Object.entries(wanted)) {
    const deployed = await releasedRules(rulesUrl, project, release, token);
    if (deployed?.trim() !== (await readFile(resolve(RULES, file), 'utf8')).trim())
      differing.push(`rules/${file}`);
  }
  if (differing.length === 0) return ok('Rules', 'of Firestore and Storage as in rules/');
  return missing(
    'Rules',
    `deployed are others than ${differing.join(' and ')}`,
    'npx firebase deploy --only firestore:rules,storage',
  );
}

interface DeployedFunction {
  name: string;
  state: string;
  serviceConfig?: { environmentVariables?: Record<string, string> };
}

async function listFunctions({ gcloud, project, region }: Deployment): Promise<DeployedFunction[]> {
  const listed = await gcloud(['functions', 'list', '--v2', `--project=${project}`, `--regions=${region}`]);
  return listed as DeployedFunction[];
}

async function checkFunctions(deployment: Deployment): Promise<Finding> {
  const active = (await listFunctions(deployment)).filter(({ state }) => state === 'ACTIVE');
  const names = active.map(({ name }) => name.split('/').at(-1));
  const absent = FUNCTIONS.filter((name) => !names.includes(name));
  if (absent.length === 0) return ok('Functions', `${FUNCTIONS.join(', ')} in ${deployment.region}`);
  return missing(
    'Functions',
    `not active in ${deployment.region}: ${absent.join(', ')}`,
    'npx firebase deploy --only functions',
  );
}

async function checkAccess(deployment: Deployment): Promise<Finding> {
  const open = (await listFunctions(deployment)).filter(
    ({ serviceConfig }) => serviceConfig?.environmentVariables?.ACCESS === 'open',
  );
  if (open.length === 0) return ok('Access', 'credentials are required');
  const names = open.map(({ name }) => name.split('/').at(-1)).join(', ');
  return missing(
    'Access',
    `everybody may do everything: ${names}`,
    `take ACCESS=open out of functions/.env.${deployment.project} and deploy`,
  );
}

async function checkVolume({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const mount: Mount | null = readMount({ ...parameters, GCLOUD_PROJECT: project });
  if (!mount)
    return note(
      'Volume',
      'none is asked for: service-git answers 503',
      'EDITOR_VOLUME_SOURCE, see the README',
    );
  if (isMounted(await gcloud(describeCommand(mount)), mount))
    return ok('Volume', `${mount.source} at ${mount.path}`);
  return missing(
    'Volume',
    `${mount.source} is not mounted`,
    `GCLOUD_PROJECT=${project} npm run mount-volume`,
  );
}

async function checkHealth({ functionsUrl, parameters }: Deployment): Promise<Finding[]> {
  const healths = await askHealth(functionsUrl);
  return healths.map(({ name, isWell, said }) => {
    const what = `${name} answers`;
    if (isWell) return ok(what, said);
    if (name === 'service-git' && !parameters.EDITOR_VOLUME_SOURCE && said.startsWith('503'))
      return note(what, said, 'it has no volume');
    return missing(what, said, 'docs/runbook.md#function-unwell');
  });
}
