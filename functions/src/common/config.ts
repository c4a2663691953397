/**
 * Parameters of a deployment, read from the environment when called, never at import (`firebase deploy` fills them from
 * `functions/.env*`).
 */
import { allowedOrigins } from './http/origins.ts';
import type { LinkKey } from './storage/sign-links.ts';

/** `open` only if a deployment's own environment says so; anything else means `required` (Contract 8). */
export const access = (): 'open' | 'required' => (process.env.ACCESS === 'open' ? 'open' : 'required');

export const projectId = (): string =>
  process.env.GCLOUD_PROJECT ?? process.env.GOOGLE_CLOUD_PROJECT ?? firebaseConfig().projectId ?? '';

/**
 * The address for which service accounts get their tokens (Contract 17). It is not read from a request: a token that was made
 * for somebody else's service would count here too.
 */
export const ownAddress = (): string => `https://${functionsRegion()}-${projectId()}.cloudfunctions.net`;

export const functionsRegion = (): string => process.env.FUNCTIONS_REGION || 'us-central1';

/** Default bucket: Contract 2. */
export const bucketName = (): string =>
  process.env.STORAGE_BUCKET || (firebaseConfig().storageBucket ?? `${projectId()}.firebasestorage.app`);

/** Objects that go after days (Contract 20): archives to download, pages of long work, what is uploaded. */
const TEMPORARY = ['archive/', 'import/', 'run/'];

/**
 * The bucket of an object, by its name or the beginning of it. Soft delete is set by bucket, so temporary objects may have one
 * of their own, in which what is deleted costs nothing.
 */
export const bucketOf = (name: string): string =>
  (TEMPORARY.some((prefix) => name.startsWith(prefix)) && process.env.TEMPORARY_BUCKET) || bucketName();

export const databaseUrl = (): string =>
  firebaseConfig().databaseURL ?? `https://${projectId()}-default-rtdb.firebaseio.com`;

interface FirebaseConfig {
  projectId?: string;
  storageBucket?: string;
  databaseURL?: string;
}

/** Parsed once: each record of an export asks for the bucket. */
let known: { text: string; config: FirebaseConfig } = { text: '', config: {} };

function firebaseConfig(): FirebaseConfig {
  const text = process.env.FIREBASE_CONFIG ?? '';
  if (text !== known.text) known = { text, config: (parsed(text) ?? {}) as FirebaseConfig };
  return known.config;
}

/** False: ask the vision service every time, even for bytes that were seen before. */
export const detectionCache = (): boolean => process.env.DETECTION_CACHE !== 'off';

/** Address of a deployer's own service that says what pictures look like (Contract 15); null if there is none. */
export const embedderAddress = (): string | null => process.env.EMBEDDER_URL || null;

/** Milliseconds for one detection, retries included: less than the function's own 60 s. */
export const detectionDeadline = (): number => Number(process.env.DETECTION_DEADLINE) || 45_000;

/** Milliseconds after which work of many steps makes room for other jobs, and goes on with its next task (Contract 18). */
export const jobTurn = (): number => Number(process.env.JOB_TURN ?? 300_000);

/** Bytes of an archive that are streamed to the caller; a larger one is stored in Storage first (Contract 4: 10 MB). */
export const zipStreamLimit = (): number => {
  const limit = Number(process.env.ZIP_STREAM_LIMIT || 10e6);
  return Number.isFinite(limit) && limit >= 0 ? limit : 10e6;
};

export interface LinkSigner {
  client_email: string;
  private_key: string;
}

/** Signs links on the local stack, where the platform does not. JSON of a key pair; deployed functions have none. */
export function linkSigner(): LinkSigner | null {
  const { LINK_SIGNER } = process.env;
  return LINK_SIGNER ? (JSON.parse(LINK_SIGNER) as LinkSigner) : null;
}

/**
 * HMAC key that signs links, from the secret `LINK_HMAC`: JSON as `gcloud storage hmac create --format json` prints it. Null
 * if the deployment has none.
 * @throws if the secret is not such a key
 */
export function linkKey(): LinkKey | null {
  const { LINK_HMAC } = process.env;
  if (!LINK_HMAC) return null;
  const key = parsed(LINK_HMAC) as { metadata?: { accessId?: unknown }; secret?: unknown } | null;
  const { metadata, secret } = key ?? {};
  if (typeof metadata?.accessId !== 'string' || typeof secret !== 'string')
    throw new Error('The secret LINK_HMAC is not what `gcloud storage hmac create --format json` prints.');
  return { accessId: metadata.accessId, secret };
}

/** Null if it is not JSON: the parser's own error would quote a secret in the log. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Root of the mounted project volume: the flow editor's user directory. */
export const editorVolume = (): string => process.env.EDITOR_VOLUME || '/mnt/editor';

/** Name of the project; undefined means the one that is active in the editor. */
export const editorProject = (): string | undefined => process.env.EDITOR_PROJECT || undefined;

/** Address of the editor's Admin API; null if none is configured. */
export function editorAddress(): URL | null {
  const address = process.env.EDITOR_URL;
  return address ? new URL(address.endsWith('/') ? address : `${address}/`) : null;
}

/** Access token of the editor's Admin API. */
export const editorToken = (): string | undefined => process.env.EDITOR_TOKEN || undefined;

/** Hosts of git remotes that may be private or use http, separated by commas. */
export const allowedGitHosts = (): string[] =>
  (process.env.GIT_ALLOWED_HOSTS ?? '').split(',').filter((host) => host !== '');

/**
 * Hosts of hooks that may be private or use http, separated by commas. Only the local stack has them: deployed, the function is in
 * no private network.
 */
export const allowedHookHosts = (): string[] =>
  (process.env.HOOK_ALLOWED_HOSTS ?? '').split(',').filter((host) => host !== '');

/**
 * Credentials for a git remote from the secret `GIT_CREDENTIALS`, JSON `{"<host>": {"username": "...", "password":
 * "..."}}`. Undefined if there are none for this address.
 */
export function credentialsFor(url: string): { username: string; password: string } | undefined {
  const all: unknown = JSON.parse(process.env.GIT_CREDENTIALS || '{}');
  const { host } = new URL(url);
  const found = Object.entries(all as Record<string, { username?: string; password?: string }>).find(
    ([name]) => name === host,
  )?.[1];
  return found ? { username: found.username ?? '', password: found.password ?? '' } : undefined;
}

/** Origins whose pages may call the functions. */
export const corsOrigins = (): string[] => allowedOrigins(projectId(), process.env.CORS_ORIGINS);

/**
 * Who may make datasets and monitors, besides people with the claim: verified addresses and `@domain`s, in lower case
 * (Contract 9).
 */
export const creators = (): string[] =>
  (process.env.CREATORS ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');

/** Rate limits by class of routes. */
const RATES = {
  upload: 1200,
  detect: 60,
  export: 20,
  crops: 30,
  curate: 600,
  session: 120,
  git: 120,
} as const;
export type RateClass = keyof typeof RATES;

/** Calls that one caller may make in a minute, `RATE_UPLOAD` and so on; null if a deployment says `off`. */
export function ratePerMinute(rate: RateClass): number | null {
  const given = process.env[`RATE_${rate.toUpperCase()}`];
  if (given === 'off') return null;
  const perMinute = Number(given);
  return Number.isInteger(perMinute) && perMinute >= 1 ? perMinute : RATES[rate];
}
