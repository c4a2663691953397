/**
 * Parameters of a deployment, read from the environment when called, never at import (`firebase deploy` fills
 * them from `functions/.env*`).
 */

/** `required` unless a deployment's own environment says `open`; anything else is `required` too (Contract 8). */
export const access = (): 'open' | 'required' => (process.env.ACCESS === 'open' ? 'open' : 'required');

export const projectId = (): string =>
  process.env.GCLOUD_PROJECT ?? process.env.GOOGLE_CLOUD_PROJECT ?? firebaseConfig().projectId ?? '';

/** Default bucket: Contract 2. */
export const bucketName = (): string =>
  process.env.STORAGE_BUCKET || (firebaseConfig().storageBucket ?? `${projectId()}.firebasestorage.app`);

export const databaseUrl = (): string =>
  firebaseConfig().databaseURL ?? `https://${projectId()}-default-rtdb.firebaseio.com`;

interface FirebaseConfig {
  projectId?: string;
  storageBucket?: string;
  databaseURL?: string;
}

function firebaseConfig(): FirebaseConfig {
  try {
    return JSON.parse(process.env.FIREBASE_CONFIG ?? '{}') as FirebaseConfig;
  } catch {
    return {};
  }
}

/** False asks the vision service each time, also for bytes that it has seen. */
export const detectionCache = (): boolean => process.env.DETECTION_CACHE !== 'off';

/** Milliseconds in which a detection must be done, all tries together: inside the function's own 60 s. */
export const detectionDeadline = (): number => Number(process.env.DETECTION_DEADLINE) || 45_000;

/** Bytes of an archive that are streamed to the caller; a larger one goes by way of Storage (Contract 4: 10 MB). */
export const zipStreamLimit = (): number => {
  const limit = Number(process.env.ZIP_STREAM_LIMIT || 10e6);
  return Number.isFinite(limit) && limit >= 0 ? limit : 10e6;
};

export interface LinkSigner {
  client_email: string;
  private_key: string;
}

/** Who signs links where the platform does not: the local stack. JSON of a key pair; deployed functions have none. */
export function linkSigner(): LinkSigner | null {
  const { LINK_SIGNER } = process.env;
  return LINK_SIGNER ? (JSON.parse(LINK_SIGNER) as LinkSigner) : null;
}

/** Root of the mounted project volume: the flow editor's user directory. */
export const editorVolume = (): string => process.env.EDITOR_VOLUME || '/mnt/editor';

/** Name of the project; undefined means the one that is active in the editor. */
export const editorProject = (): string | undefined => process.env.EDITOR_PROJECT || undefined;

/** Address of the editor's Admin API; null where none is configured. */
export function editorAddress(): URL | null {
  const address = process.env.EDITOR_URL;
  return address ? new URL(address.endsWith('/') ? address : `${address}/`) : null;
}

/** Access token of the editor's Admin API. */
export const editorToken = (): string | undefined => process.env.EDITOR_TOKEN || undefined;

/** Hosts of git remotes that may be private or be spoken to over http, separated by commas. */
export const allowedGitHosts = (): string[] =>
  (process.env.GIT_ALLOWED_HOSTS ?? '').split(',').filter((host) => host !== '');

/**
 * Credentials of a git remote: `GIT_CREDENTIALS`, a secret, is JSON `{"<host>": {"username": "...", "password": "..."}}`.
 * Undefined where there are none for this address.
 */
export function credentialsFor(url: string): { username: string; password: string } | undefined {
  const all: unknown = JSON.parse(process.env.GIT_CREDENTIALS || '{}');
  const { host } = new URL(url);
  const found = Object.entries(all as Record<string, { username?: string; password?: string }>).find(
    ([name]) => name === host,
  )?.[1];
  return found ? { username: found.username ?? '', password: found.password ?? '' } : undefined;
}

/** Origins whose pages may call the functions, separated by commas; none unless set. Never `*`. */
export const corsOrigins = (): string[] =>
  (process.env.CORS_ORIGINS ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => /^https?:\/\/[^/*]+$/.test(origin));

const RATES = { upload: 1200, detect: 60, export: 20, git: 120 } as const;

/** Calls that one caller has in a minute; `RATE_UPLOAD` and so on; null where a deployment says `off`. */
export function ratePerMinute(rate: keyof typeof RATES): number | null {
  const given = process.env[`RATE_${rate.toUpperCase()}`];
  if (given === 'off') return null;
  const perMinute = Number(given);
  return Number.isInteger(perMinute) && perMinute >= 1 ? perMinute : RATES[rate];
}
