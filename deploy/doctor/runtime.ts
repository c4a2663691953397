/** Permissions of the functions' runtime account. Its roles are read, because nobody can test permissions on its behalf. */
import { readMount } from '../mount-volume.ts';
import { findBucket } from '../read-parameters.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, ok } from './finding.ts';

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
  'roles/run.invoker': ['roles/run.admin'],
  'roles/logging.logWriter': ['roles/logging.admin'],
  'roles/cloudbuild.builds.builder': [],
};
const OBJECTS = ['roles/storage.objectUser', 'roles/storage.objectAdmin', 'roles/storage.admin'];
const SIGNER = 'roles/iam.serviceAccountTokenCreator';
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

export async function checkRuntime(deployment: Deployment): Promise<Finding> {
  const { project, gcloud, parameters } = deployment;
  const roles = await projectRoles(deployment);
  const absent = Object.entries(PROJECT_ROLES)
    .filter(([role, others]) => !hasOne(roles, [role, ...others, ...BASIC]))
    .map(([role]) => role);
  const { name } = await findBucket(project, parameters, gcloud);
  if (!hasOne(roles, [...OBJECTS, ...BASIC]) && !(await hasBucket(deployment, name)))
    absent.push(`${OBJECTS[0]} on gs://${name}`);
  if (absent.length === 0) return ok('Runtime account', 'has its roles');
  return missing('Runtime account', `not ${absent.join(', ')}`, 'docs/deployment.md, set up a project');
}

async function hasBucket(deployment: Deployment, bucket: string): Promise<boolean> {
  const roles = await rolesOf(deployment, ['storage', 'buckets', 'get-iam-policy', `gs://${bucket}`]);
  return hasOne(roles, OBJECTS);
}

/** Without either, links to images and to archives that are too large to stream fail with 500. */
export async function checkSigning(deployment: Deployment): Promise<Finding> {
  const { project, parameters } = deployment;
  if (secretsOf(parameters).includes('LINK_HMAC')) return ok('Links', 'an HMAC key signs them');
  const account = await runtimeAccount(deployment);
  const command = ['iam', 'service-accounts', 'get-iam-policy', account, `--project=${project}`];
  const roles = [...(await rolesOf(deployment, command)), ...(await projectRoles(deployment))];
  if (hasOne(roles, [SIGNER])) return ok('Links', 'the functions can sign them');
  return missing(
    'Links',
    'the functions cannot sign them',
    `gcloud iam service-accounts add-iam-policy-binding ${account} --project ${project} --member serviceAccount:${account} --role ${SIGNER}`,
  );
}

/**
 * Document events arrive through Pub/Sub, whose service account must be able to create tokens. The command line grants it
 * that role if it is missing, which a deployer may not be allowed to do: the deployment would then fail.
 */
export async function checkEvents(deployment: Deployment): Promise<Finding> {
  const { project } = deployment;
  const agent = `service-${await projectNumber(deployment)}@gcp-sa-pubsub.iam.gserviceaccount.com`;
  if (hasOne(await projectRoles(deployment, agent), [SIGNER]))
    return ok('Events', 'Pub/Sub can deliver them');
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

function ifAbsent(error: Error): null {
  if (error.message.includes('NOT_FOUND')) return null;
  throw error;
}

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
