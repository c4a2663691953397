/** Permissions of the functions' runtime account. Its roles are read, because nobody can test permissions on its behalf. */
import { readMount } from '../mount-volume.ts';
import { findBuckets } from '../read-parameters.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, ifAbsent, missing, ok } from './finding.ts';

interface Policy {
  bindings?: { role: string; members: string[] }[];
}

/** Each of these grants everything except signing and reading secrets. */
const BASIC = ['roles/owner', 'roles/editor'];

/** Required role, and roles that include it. */
const PROJECT_ROLES: Record<string, readonly string[]> = {
  'roles/datastore.user': ['roles/datastore.owner', 'roles/firebase.admin'],
  'roles/firebasedatabase.admin': ['roles/firebase.admin'],
  'roles/firebaseauth.viewer': ['roles/firebaseauth.admin', 'roles/firebase.admin'],
  'roles/eventarc.eventReceiver': ['roles/eventarc.admin'],
  'roles/cloudtasks.enqueuer': ['roles/cloudtasks.admin'],
  'roles/run.invoker': ['roles/run.admin'],
  'roles/logging.logWriter': ['roles/logging.admin'],
  'roles/cloudbuild.builds.builder': [],
};
export const OBJECTS = ['roles/storage.objectUser', 'roles/storage.objectAdmin', 'roles/storage.admin'];
export const SIGNER = 'roles/iam.serviceAccountTokenCreator';
const ACTOR = 'roles/iam.serviceAccountUser';
const READER = 'roles/secretmanager.secretAccessor';

async function projectNumber({ gcloud, project }: Deployment): Promise<string> {
  return ((await gcloud(['projects', 'describe', project])) as { projectNumber: string }).projectNumber;
}

export const runtimeAccount = async (deployment: Deployment): Promise<string> =>
  `${await projectNumber(deployment)}-compute@developer.gserviceaccount.com`;

/** Roles that a policy grants to an account, by default the runtime account. */
async function rolesOf(
  deployment: Deployment,
  command: readonly string[],
  account?: string,
): Promise<string[]> {
  const member = `serviceAccount:${account ?? (await runtimeAccount(deployment))}`;
  const { bindings = [] } = (await deployment.gcloud([...command])) as Policy;
  return bindings.filter(({ members }) => members.includes(member)).map(({ role }) => role);
}

const projectRoles = (deployment: Deployment, account?: string): Promise<string[]> =>
  rolesOf(deployment, ['projects', 'get-iam-policy', deployment.project], account);

const hasOne = (roles: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((each) => roles.includes(each));

/** Roles in the project that the functions' account lacks. */
export async function absentRoles(deployment: Deployment): Promise<string[]> {
  const roles = await projectRoles(deployment);
  return Object.entries(PROJECT_ROLES)
    .filter(([role, others]) => !hasOne(roles, [role, ...others, ...BASIC]))
    .map(([role]) => role);
}

/** Names of the buckets whose objects the functions' account may not use. */
export async function closedBuckets(deployment: Deployment): Promise<string[]> {
  const { project, gcloud, parameters } = deployment;
  if (hasOne(await projectRoles(deployment), [...OBJECTS, ...BASIC])) return [];
  const closed: string[] = [];
  for (const found of await findBuckets(project, parameters, gcloud))
    if (!(await hasBucket(deployment, found.name))) closed.push(found.name);
  return closed;
}

export async function checkRuntime(deployment: Deployment): Promise<Finding> {
  const [roles, buckets] = [await absentRoles(deployment), await closedBuckets(deployment)];
  const absent = [...roles, ...buckets.map((name) => `${OBJECTS[0]} on gs://${name}`)];
  if (absent.length === 0) return ok('Runtime account', 'has its roles');
  return missing(
    'Runtime account',
    `not ${absent.join(', ')}`,
    `npm run setup -- --project ${deployment.project}`,
  );
}

async function hasBucket(deployment: Deployment, bucket: string): Promise<boolean> {
  const roles = await rolesOf(deployment, ['storage', 'buckets', 'get-iam-policy', `gs://${bucket}`]);
  return hasOne(roles, OBJECTS);
}

/** Roles of the runtime account on itself, those of the project included. */
async function rolesOnItself(deployment: Deployment): Promise<string[]> {
  const account = await runtimeAccount(deployment);
  const command = ['iam', 'service-accounts', 'get-iam-policy', account, `--project=${deployment.project}`];
  return [...(await rolesOf(deployment, command)), ...(await projectRoles(deployment))];
}

/** Roles that it lacks there. */
export async function absentOnItself(deployment: Deployment): Promise<string[]> {
  const roles = await rolesOnItself(deployment);
  return [...(hasOne(roles, [SIGNER]) ? [] : [SIGNER]), ...(hasOne(roles, [ACTOR, ...BASIC]) ? [] : [ACTOR])];
}

async function grantItself(deployment: Deployment, role: string): Promise<string> {
  const account = await runtimeAccount(deployment);
  return `gcloud iam service-accounts add-iam-policy-binding ${account} --project ${deployment.project} --member serviceAccount:${account} --role ${role}`;
}

/**
 * Without the role, cameras get no token to listen for commands with (500). Links to images and to archives that are too
 * large to stream fail too, unless an HMAC key signs them.
 */
export async function checkSigning(deployment: Deployment): Promise<Finding> {
  if (!(await absentOnItself(deployment)).includes(SIGNER))
    return ok('Signing', 'the functions can sign links and camera tokens');
  const what = secretsOf(deployment.parameters).includes('LINK_HMAC')
    ? 'camera tokens (an HMAC key signs links only)'
    : 'links and camera tokens';
  return missing('Signing', `the functions cannot sign ${what}`, await grantItself(deployment, SIGNER));
}

/** Tasks are delivered in the name of the functions' own account, which must be allowed to give them its name. */
export async function checkTasks(deployment: Deployment): Promise<Finding> {
  if (!(await absentOnItself(deployment)).includes(ACTOR)) return ok('Jobs', 'the functions can send tasks');
  return missing('Jobs', 'the functions cannot send tasks', await grantItself(deployment, ACTOR));
}

/** Pub/Sub's own account, if it may not make the tokens with which it delivers. */
export async function silentAgent(deployment: Deployment): Promise<string | null> {
  const agent = `service-${await projectNumber(deployment)}@gcp-sa-pubsub.iam.gserviceaccount.com`;
  return hasOne(await projectRoles(deployment, agent), [SIGNER]) ? null : agent;
}

/**
 * Document events arrive through Pub/Sub, whose service account must be able to create tokens. The command line grants it
 * that role if it is missing, which a deployer may not be allowed to do: the deployment would then fail.
 */
export async function checkEvents(deployment: Deployment): Promise<Finding> {
  const { project } = deployment;
  const agent = await silentAgent(deployment);
  if (!agent) return ok('Events', 'Pub/Sub can deliver them');
  return missing(
    'Events',
    `Pub/Sub's own account has not ${SIGNER}`,
    `gcloud projects add-iam-policy-binding ${project} --member serviceAccount:${agent} --role ${SIGNER} --condition None`,
  );
}

/** Secrets that are switched on. */
export const secretsOf = (parameters: Deployment['parameters']): string[] =>
  ['GIT_CREDENTIALS', 'EDITOR_TOKEN', 'LINK_HMAC'].filter((name) => parameters[`${name}_SECRET`] === 'on');

/** Secrets in use must exist, and the functions must be able to read them. */
export async function checkSecrets(deployment: Deployment): Promise<Finding> {
  const { project, parameters } = deployment;
  const names = secretsOf(parameters);
  if (names.length === 0) return ok('Secrets', 'none is switched on');
  const remedies: string[] = [];
  for (const name of names) {
    const command = ['secrets', 'get-iam-policy', name, `--project=${project}`];
    const roles = await rolesOf(deployment, command).catch(ifAbsent);
    if (roles === null) remedies.push(`npx firebase functions:secrets:set ${name} --project ${project}`);
    else if (!hasOne([...roles, ...(await projectRoles(deployment))], [READER]))
      remedies.push(
        `gcloud secrets add-iam-policy-binding ${name} --project ${project} ${await reader(deployment)}`,
      );
  }
  if (remedies.length === 0) return ok('Secrets', `${names.join(', ')}: the functions can read them`);
  return missing('Secrets', `the functions cannot read ${names.join(' or ')}`, remedies.join('; '));
}

const reader = async (deployment: Deployment): Promise<string> =>
  `--member serviceAccount:${await runtimeAccount(deployment)} --role ${READER}`;

/** What must exist before a volume can be mounted. */
export async function checkVolumeRole(deployment: Deployment): Promise<Finding> {
  const what = 'Volume access';
  const mount = readMount({ ...deployment.parameters, GCLOUD_PROJECT: deployment.project });
  if (!mount) return ok(what, 'no volume is asked for');
  if (mount.source.startsWith('nfs:'))
    return mount.network
      ? ok(what, `by the network ${mount.network}`)
      : missing(what, 'an NFS share is reached by a network, and none is named', 'set EDITOR_NETWORK');
  const bucket = mount.source.slice('gs://'.length).replace(/\/$/, '');
  if (await hasBucket(deployment, bucket)) return ok(what, `the functions may write ${mount.source}`);
  const member = `--member serviceAccount:${await runtimeAccount(deployment)}`;
  return missing(
    what,
    `the functions may not write ${mount.source}`,
    `gcloud storage buckets add-iam-policy-binding gs://${bucket} ${member} --role ${OBJECTS[0]}`,
  );
}
