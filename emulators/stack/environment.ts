/** The environment of a function process, as the platform sets it, with addresses of local servers. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { type CorsRule, corsRule } from '../storage/cors-rule.ts';

/** Each address is `host:port`, without a scheme. */
export interface StackAddresses {
  /** By default `demo-sightline`. */
  projectId?: string;
  firestore?: string;
  auth?: string;
  database?: string;
  storage?: string;
  vision?: string;
  tasks?: string;
}

/** Parameters besides the addresses. */
export interface StackSecrets {
  /** Key file that signs links to objects: `credentials` of the key pair that Storage verifies with. */
  signer?: { client_email: string; private_key: string };
}

export const PROJECT_ID = 'demo-sightline';
export const REGION = 'us-central1';

export const databaseNamespace = (projectId = PROJECT_ID): string => `${projectId}-default-rtdb`;

export const bucketOf = (projectId = PROJECT_ID): string => `${projectId}.firebasestorage.app`;

/** Of temporary objects, as `TEMPORARY_BUCKET` names it in a deployment that has one. */
export const temporaryBucketOf = (projectId = PROJECT_ID): string => `${projectId}-temporary`;

/** CORS settings of a bucket as a deployment has them. @param origins value of the parameter `CORS_ORIGINS` */
export const bucketCors = (origins?: string, projectId = PROJECT_ID): CorsRule[] => [
  corsRule(allowedOrigins(projectId, origins)),
];

/** What all deployments have in common: `functions/.env`. */
export const deployedEnvironment = (): NodeJS.Dict<string> =>
  parseEnv(readFileSync(join(import.meta.dirname, '../../functions/.env'), 'utf8'));

/** Only the variables to add. A server without an address is left out. `ACCESS` is `open`; tests override it. */
export function functionEnvironment(addresses: StackAddresses & StackSecrets): Record<string, string> {
  const projectId = addresses.projectId ?? PROJECT_ID;
  return {
    GCLOUD_PROJECT: projectId,
    GOOGLE_CLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify(firebaseConfig(projectId, addresses.database)),
    ACCESS: 'open',
    // Otherwise Google's clients look for a metadata server, which a developer's machine does not have.
    METADATA_SERVER_DETECTION: 'none',
    HOOK_ALLOWED_HOSTS: '127.0.0.1,localhost',
    ...(addresses.signer && { LINK_SIGNER: JSON.stringify(addresses.signer) }),
    ...emulatorHosts(addresses),
  };
}

/** @param database address of the local Realtime Database; without it, the deployed address is used */
function firebaseConfig(projectId: string, database: string | undefined) {
  const namespace = databaseNamespace(projectId);
  const databaseURL = database ? `http://${database}?ns=${namespace}` : `https://${namespace}.firebaseio.com`;
  return { projectId, databaseURL, storageBucket: bucketOf(projectId) };
}

function emulatorHosts({
  firestore,
  auth,
  database,
  storage,
  vision,
  tasks,
}: StackAddresses): Record<string, string> {
  return {
    ...(firestore && { FIRESTORE_EMULATOR_HOST: firestore }),
    ...(auth && { FIREBASE_AUTH_EMULATOR_HOST: auth }),
    ...(database && { FIREBASE_DATABASE_EMULATOR_HOST: database }),
    ...(storage && { FIREBASE_STORAGE_EMULATOR_HOST: storage, STORAGE_EMULATOR_HOST: `http://${storage}` }),
    ...(vision && { VISION_EMULATOR_HOST: vision }),
    ...(tasks && { CLOUD_TASKS_EMULATOR_HOST: tasks }),
  };
}
