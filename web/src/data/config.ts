import type { FirebaseOptions } from 'firebase/app';

/** Addresses of the local stack, `host:port`. */
export interface LocalServers {
  auth: string;
  firestore: string;
  database: string;
}

/** A person who can sign in with one click on the local stack. */
export interface SamplePerson {
  name: string;
  email: string;
  password: string;
}

/** Where the services are. Hosting serves both files that say so, in a deployment and on the local stack (Contract 12). */
export interface SiteConfig {
  firebase: FirebaseOptions;
  /** Address of the functions, without a slash at the end. */
  baseUrl: string;
  /** Sign-in providers in addition to e-mail and password: `google`, `microsoft`, `github`, `apple`. */
  providers: readonly string[];
  /** Whether the deployment has an embedder of its own, for suggestions (Contract 15). */
  hasEmbedder: boolean;
  local: LocalServers | null;
  people: readonly SamplePerson[];
}

/** Content of `site.json`. A deployment gives its region, providers and whether it has an embedder, the local stack also its addresses and people. */
interface SiteFile {
  region?: string;
  baseUrl?: string;
  providers?: readonly string[];
  hasEmbedder?: boolean;
  local?: LocalServers;
  people?: readonly SamplePerson[];
}

/** @throws Error if Hosting does not serve one of the two files */
export async function loadConfig(): Promise<SiteConfig> {
  const [firebase, site] = await Promise.all([
    fetchJson<FirebaseOptions>('/__/firebase/init.json'),
    fetchJson<SiteFile>('/site.json'),
  ]);
  const { region = 'us-central1', providers = [], hasEmbedder = false, local = null, people = [] } = site;
  const baseUrl = site.baseUrl ?? `https://${region}-${firebase.projectId}.cloudfunctions.net`;
  return { firebase, baseUrl, providers, hasEmbedder, local, people };
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json() as Promise<T>;
}
