/** The Firebase web SDK. Each part is loaded when it is first needed. Only `data/` uses it. */
import { type FirebaseApp, initializeApp } from 'firebase/app';
import type { Auth } from 'firebase/auth';
import type { Database } from 'firebase/database';
import type { Firestore } from 'firebase/firestore';
import type { SiteConfig } from './config.ts';

let site: SiteConfig | undefined;
let app: FirebaseApp | undefined;

/** Must be called once, before any other function of this file. */
export function startFirebase(config: SiteConfig): void {
  site = config;
  app = initializeApp(config.firebase);
}

function started(): { app: FirebaseApp; site: SiteConfig } {
  if (!app || !site) throw new Error('startFirebase has not been called');
  return { app, site };
}

export const siteConfig = (): SiteConfig => started().site;

/** Loads a part when it is first needed, and again if that failed. */
function once<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

export const getAuth = once(makeAuth);

async function makeAuth(): Promise<Auth> {
  const { app: ours, site: config } = started();
  const sdk = await import('firebase/auth');
  const auth = sdk.initializeAuth(ours, {
    persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence],
    popupRedirectResolver: sdk.browserPopupRedirectResolver,
  });
  if (config.local) sdk.connectAuthEmulator(auth, `http://${config.local.auth}`, { disableWarnings: true });
  return auth;
}

export const getFirestore = once(makeFirestore);

/** With a cache on disk, so that data that was read once can be shown without a connection. */
async function makeFirestore(): Promise<Firestore> {
  const { app: ours, site: config } = started();
  const sdk = await import('firebase/firestore');
  const localCache = sdk.persistentLocalCache({ tabManager: sdk.persistentMultipleTabManager() });
  const firestore = sdk.initializeFirestore(ours, { localCache });
  if (config.local) {
    const { host, port } = splitAddress(config.local.firestore);
    sdk.connectFirestoreEmulator(firestore, host, port);
  }
  return firestore;
}

export const getDatabase = once(makeDatabase);

async function makeDatabase(): Promise<Database> {
  const { app: ours, site: config } = started();
  const sdk = await import('firebase/database');
  // After an outage the SDK would fall back to long polling for good, whose scripts our Content-Security-Policy forbids.
  sdk.forceWebSockets();
  const database = sdk.getDatabase(ours);
  if (config.local) {
    const { host, port } = splitAddress(config.local.database);
    sdk.connectDatabaseEmulator(database, host, port);
  }
  return database;
}

function splitAddress(address: string): { host: string; port: number } {
  const [host = '', port = ''] = address.split(':');
  return { host, port: Number(port) };
}
