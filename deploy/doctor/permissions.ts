/** Permissions of the logged-in account, which is the one that deploys. */
import type { Deployment } from './deployment.ts';
import { type Finding, missing, ok } from './finding.ts';
import { askGoogle } from './google.ts';
import { runtimeAccount, secretsOf } from './runtime.ts';

/** Permissions by the role of docs/operate/deployment.md that grants them; only those that a deployment was seen to need. */
const NEEDED: Record<string, readonly string[]> = {
  'roles/cloudfunctions.admin': [
    'cloudfunctions.functions.list',
    'cloudfunctions.functions.create',
    'cloudfunctions.functions.get',
    'cloudfunctions.functions.update',
    'cloudfunctions.functions.delete',
    'cloudfunctions.functions.setIamPolicy',
    'cloudfunctions.operations.get',
  ],
  'roles/run.admin': ['run.services.get', 'run.services.update', 'run.services.setIamPolicy'],
  'roles/cloudtasks.queueAdmin': ['cloudtasks.queues.create', 'cloudtasks.queues.update'],
  'roles/cloudscheduler.admin': ['cloudscheduler.jobs.create', 'cloudscheduler.jobs.update'],
  'roles/artifactregistry.reader': ['artifactregistry.repositories.get'],
  'roles/firebaserules.admin': [
    'firebaserules.releases.create',
    'firebaserules.releases.update',
    'firebaserules.rulesets.create',
  ],
  'roles/datastore.indexAdmin': [
    'datastore.indexes.list',
    'datastore.indexes.create',
    'datastore.indexes.update',
    'datastore.indexes.delete',
  ],
  'roles/firebasedatabase.admin': ['firebasedatabase.instances.update'],
  'roles/firebasehosting.admin': ['firebasehosting.sites.update'],
  'roles/firebase.viewer': ['firebase.projects.get'],
  'roles/serviceusage.serviceUsageConsumer': ['serviceusage.services.get', 'serviceusage.services.use'],
};

const SECRETS: typeof NEEDED = {
  'roles/secretmanager.viewer': ['secretmanager.secrets.get', 'secretmanager.secrets.getIamPolicy'],
};

export async function checkPermissions(deployment: Deployment): Promise<Finding> {
  const { project, parameters } = deployment;
  const hasSecrets = secretsOf(parameters).length > 0;
  const needed = Object.entries({ ...NEEDED, ...(hasSecrets && SECRETS) });
  const permissions = needed.flatMap(([, each]) => each);
  const path = `/v1/projects/${project}:testIamPermissions`;
  const held = await permitted(deployment, 'cloudresourcemanager', path, permissions);
  const roles = needed.flatMap(([role, each]) => (each.every((name) => held.includes(name)) ? [] : [role]));
  if (roles.length === 0) return ok('Permissions', `all ${permissions.length} that a deployment needs`);
  const absent = permissions.filter((name) => !held.includes(name));
  return missing(
    'Permissions',
    `not ${absent.join(', ')}`,
    `${roles.join(', ')}: docs/operate/deployment.md, deploy from CI`,
  );
}

/** The command line asks for App Engine's account too, where there is one. */
export async function checkActAs(deployment: Deployment): Promise<Finding> {
  const { project } = deployment;
  const accounts = [await runtimeAccount(deployment), `${project}@appspot.gserviceaccount.com`];
  const refused: string[] = [];
  for (const account of accounts) {
    const path = `/v1/projects/${project}/serviceAccounts/${account}:testIamPermissions`;
    const held = await permitted(deployment, 'iam', path, ['iam.serviceAccounts.actAs']).catch(noAccount);
    if (held && held.length === 0) refused.push(account);
  }
  if (refused.length === 0) return ok('Act as', 'the accounts that the functions run as');
  return missing(
    'Act as',
    `not ${refused.join(', ')}`,
    refused
      .map(
        (each) => `gcloud iam service-accounts add-iam-policy-binding ${each} --project ${project} ${USER}`,
      )
      .join('; '),
  );
}

const USER = '--role roles/iam.serviceAccountUser --member <deploying account>';

async function permitted(of: Deployment, service: string, path: string, permissions: readonly string[]) {
  const answer = (await askGoogle(of, service, path, { permissions })) as { permissions?: string[] } | null;
  if (answer === null) throw new NoAccount(`${path} is not there`);
  return answer.permissions ?? [];
}

class NoAccount extends Error {}

function noAccount(error: unknown): null {
  if (error instanceof NoAccount) return null;
  throw error;
}
