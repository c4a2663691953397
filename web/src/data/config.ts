import type { FirebaseOptions } from 'firebase/app';

/** Addresses of the local stack, `host:port`. */
export interface LocalServers {
  auth: string;
  firestore: string;
  database: string;
}

/** People whom the local stack lets sign in by one click. */
export interface SamplePerson {
  name: string;
  email: string;
  password: string;
}

/** Where everything is. Hosting serves both files, in a deployment and on the local stack (Contract 12). */
export interface SiteConfig {
  firebase: FirebaseOptions;
  /** Of the functions, without a slash at the end. */
  baseUrl: string;
  /** Names of the sign-in providers beside password: `google`, `microsoft`, `github`, `apple`. */
  providers: readonly string[];
  local: LocalServers | null;
  people: readonly SamplePerson[];
}

/** `site.json`. A deployment says its region; the local stack says more. */
interface SiteFile {
  region?: string;
  baseUrl?: string;
  providers?: readonly string[];
  local?: LocalServers;
  people?: readonly SamplePerson[];
}

/** @throws when Hosting does not answer */
export async function loadConfig(): Promise<SiteConfig> {
  const [firebase, site] = await Promise.all([
    fetchJson<FirebaseOptions>('/__/firebase/init.json'),
    fetchJson<SiteFile>('/site.json'),
  ]);
  const { region = 'us-central1', providers = [], local = null, people = [] } = site;
  const baseUrl = site.baseUrl ?? `https://${region}-${firebase.projectId}.cloudfunctions.net`;
  return { firebase, baseUrl, providers, local, people };
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json() as Promise<T>;
}
