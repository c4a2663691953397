/** The local stack's addresses: Contract 1. */
const LOCAL = {
  GCLOUD_PROJECT: 'demo-sightline',
  FIRESTORE_EMULATOR_HOST: '127.0.0.1:8080',
  FIREBASE_DATABASE_EMULATOR_HOST: '127.0.0.1:9000',
  STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199',
  FIREBASE_CONFIG: JSON.stringify({
    projectId: 'demo-sightline',
    databaseURL: 'http://127.0.0.1:9000?ns=demo-sightline-default-rtdb',
    storageBucket: 'demo-sightline.firebasestorage.app',
  }),
  METADATA_SERVER_DETECTION: 'none',
};

/** Each of these options selects a project. */
const NAMED = [
  'GCLOUD_PROJECT',
  'GOOGLE_CLOUD_PROJECT',
  'FIREBASE_CONFIG',
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_DATABASE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
];

type Environment = Record<string, string | undefined>;

/** Variables to add to the environment, so that the adapters find the project. */
export function targetOf(environment: Environment, project?: string): Record<string, string> {
  if (project !== undefined) return { GCLOUD_PROJECT: project };
  return NAMED.some((name) => environment[name]) ? {} : LOCAL;
}

/** The first line of output. */
export const nameOfTarget = (project: string, { FIRESTORE_EMULATOR_HOST: host }: Environment): string =>
  host ? `the local stack of ${project} (Firestore at ${host})` : `the deployed project ${project}`;
