import type { Deployment } from './deployment.ts';

/** APIs that a project needs before its first deployment, by the first part of their names. */
export const APIS = [
  'artifactregistry',
  'cloudbilling',
  'cloudbuild',
  'cloudfunctions',
  'cloudresourcemanager',
  'cloudscheduler',
  'cloudtasks',
  'eventarc',
  'firebase',
  'firebasedatabase',
  'firebaseextensions',
  'firebasehosting',
  'firebaserules',
  'firebasestorage',
  'firestore',
  'iam',
  'iamcredentials',
  'identitytoolkit',
  'logging',
  'monitoring',
  'pubsub',
  'run',
  'secretmanager',
  'storage',
  'sts',
  'vision',
];

/** Full names of those that are not enabled. */
export async function absentApis({ gcloud, project }: Deployment): Promise<string[]> {
  const listed = (await gcloud(['services', 'list', '--enabled', `--project=${project}`])) as {
    config: { name: string };
  }[];
  const enabled = new Set(listed.map(({ config }) => config.name));
  return APIS.map((name) => `${name}.googleapis.com`).filter((name) => !enabled.has(name));
}
