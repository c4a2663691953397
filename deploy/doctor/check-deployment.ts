/** Checks what a deployment needs, through gcloud, the rules service and the functions. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { askHealth } from '../health.ts';
import { findBucket } from '../read-parameters.ts';
import { APIS, absentApis } from './apis.ts';
import { checkBucket, checkCors, checkKeeping, GET_BUCKET } from './bucket.ts';
import { checkDatabase } from './database.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, look, missing, note, ok } from './finding.ts';
import { checkIndexes } from './indexes.ts';
import { findDatabase, readDatabaseRules } from './live-database.ts';
import { checkActAs, checkPermissions } from './permissions.ts';
import { checkQueue } from './queue.ts';
import { releasedRules } from './released-rules.ts';
import {
  checkEvents,
  checkRuntime,
  checkSecrets,
  checkSigning,
  checkTasks,
  checkVolumeRole,
} from './runtime.ts';
import { checkContainerImages, checkPublicCalls, checkSite } from './surroundings.ts';
import { checkVolume, volumeTrouble } from './volume.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

const FUNCTIONS = [
  'counters',
  'dataset',
  'image',
  'monitor',
  'people-dataset',
  'people-monitor',
  'service-git',
  'work',
];

type Look = [what: string, remedy: string, find: (of: Deployment) => Promise<Finding>];

const SET_UP = 'npm run setup';

/** What a deployment needs, in the order in which it meets it. */
const BEFORE: readonly Look[] = [
  ['APIs', SET_UP, checkApis],
  ['Permissions', 'docs/operate/deployment.md, deploy from CI', checkPermissions],
  ['Act as', 'docs/operate/deployment.md, deploy from CI', checkActAs],
  ['Runtime account', SET_UP, checkRuntime],
  ['Signing', SET_UP, checkSigning],
  ['Jobs', SET_UP, checkTasks],
  ['Events', SET_UP, checkEvents],
  ['Retries', SET_UP, checkRetries],
  ['Secrets', 'docs/operate/deployment.md, parameters', checkSecrets],
  ['Public calls', SET_UP, checkPublicCalls],
  ['Container images', SET_UP, checkContainerImages],
  ['Hosting', 'Firebase console, Hosting, Get started', checkSite],
  ['Firestore database', 'gcloud firestore databases create', checkDatabase],
  ['Bucket', GET_BUCKET, checkBucket],
  ['Keeping', SET_UP, checkKeeping],
  ['Realtime Database', 'Firebase console, Realtime Database, Create', checkLiveDatabase],
  ['Volume access', 'docs/operate/git-control.md, the volume', checkVolumeRole],
];

/** What it has made. */
const AFTER: readonly Look[] = [
  ['Firestore indexes', 'npx firebase deploy --only firestore:indexes', checkIndexes],
  ['Pages', 'npm run bucket-cors', checkCors],
  ['Rules', 'npx firebase deploy --only firestore:rules,storage', checkRules],
  ['Functions', 'npx firebase deploy --only functions', checkFunctions],
  ['Queue', 'npx firebase deploy --only functions:work', checkQueue],
  ['Access', 'npx firebase deploy --only functions', checkAccess],
  ['Volume', 'npm run mount-volume', checkVolume],
];

/** Without an account nothing else can be asked. */
export async function checkDeployment(deployment: Deployment): Promise<Finding[]> {
  const account = await checkAccount(deployment);
  const healths = deployment.isBefore ? [] : await checkHealth(deployment, account.state === 'ok');
  if (account.state === 'missing') return [account, ...healths];
  const looks = deployment.isBefore ? BEFORE : [...BEFORE, ...AFTER];
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

async function checkApis(deployment: Deployment): Promise<Finding> {
  const { project } = deployment;
  const absent = await absentApis(deployment);
  if (absent.length === 0) return ok('APIs', `all ${APIS.length} that are needed are enabled`);
  return missing(
    'APIs',
    `${absent.join(', ')}`,
    `gcloud services enable --project ${project} ${absent.join(' ')}`,
  );
}

async function checkLiveDatabase(deployment: Deployment): Promise<Finding> {
  const what = 'Realtime Database';
  const found = await findDatabase(deployment);
  if (!found) return missing(what, 'there is no default one', 'Firebase console, Realtime Database, Create');
  if (deployment.isBefore) return ok(what, found);
  const rules: unknown = JSON.parse(await readFile(resolve(RULES, 'database.rules.json'), 'utf8'));
  if (isDeepStrictEqual(await readDatabaseRules(deployment, found), rules))
    return ok(what, `${found}, rules as in rules/`);
  return missing(
    what,
    `${found} has other rules than rules/database.rules.json`,
    `npx firebase deploy --only database --project ${deployment.project}`,
  );
}

async function checkRules(deployment: Deployment): Promise<Finding> {
  const { project, parameters } = deployment;
  const { name: bucket } = await findBucket(project, parameters, deployment.gcloud);
  const wanted = { 'cloud.firestore': 'firestore.rules', [`firebase.storage/${bucket}`]: 'storage.rules' };
  const differing: string[] = [];
  for (const [release, file] of Object.entries(wanted)) {
    const deployed = await releasedRules(deployment, release);
    if (deployed?.trim() !== (await readFile(resolve(RULES, file), 'utf8')).trim())
      differing.push(`rules/${file}`);
  }
  if (differing.length === 0) return ok('Rules', 'of Firestore and Storage as in rules/');
  return missing(
    'Rules',
    `deployed are others than ${differing.join(' and ')}`,
    `npx firebase deploy --only firestore:rules,storage --project ${project}`,
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
    `npx firebase deploy --only functions --project ${deployment.project}`,
  );
}

/** The command line asks before it first deploys a function that is called again after it failed. */
async function checkRetries(deployment: Deployment): Promise<Finding> {
  const names = (await listFunctions(deployment)).map(({ name }) => name.split('/').at(-1));
  const absent = FUNCTIONS.filter((name) => name.startsWith('people-') && !names.includes(name));
  if (absent.length === 0) return ok('Retries', 'were agreed to');
  return note(
    'Retries',
    `${absent.join(', ')}: called again after a failure, which the first deployment asks about`,
    `without a prompt: npx firebase deploy --only functions:people --force --project ${deployment.project}`,
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

async function checkHealth(deployment: Deployment, canAsk: boolean): Promise<Finding[]> {
  const { functionsUrl, parameters } = deployment;
  const healths = await askHealth(functionsUrl);
  return Promise.all(
    healths.map(async ({ name, isWell, said }) => {
      const what = `${name} answers`;
      if (isWell) return ok(what, said);
      if (name === 'service-git' && !parameters.EDITOR_VOLUME_SOURCE && said.startsWith('503'))
        return note(what, said, 'it has no volume');
      const why = name === 'service-git' && canAsk ? await volumeTrouble(deployment) : undefined;
      return missing(what, why ? `${said}, ${why}` : said, 'docs/operate/runbook.md#function-unhealthy');
    }),
  );
}
