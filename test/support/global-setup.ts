/**
 * Jest's global setup: offers one Firestore emulator and one auth emulator to all suites of a run, and starts each only when the
 * first suite requests it (./firestore.ts, ./auth.ts), so that unit tests stay fast. Also creates a folder for builds that suites
 * share, and prepares Java's classes for the emulators of suites that start stacks of their own.
 */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { type RunningAuth, startAuth } from '../../emulators/stack/auth.ts';
import { type FirestoreEmulator, startFirestore } from '../../emulators/stack/firestore.ts';
import { needsPages, ROOT } from '../run/suites.ts';
import { RULES } from './firestore.ts';

const SEED = resolve(
  import.meta.dirname,
  '../../emulator-data/firestore_export/firestore_export.overall_export_metadata',
);

/** Suites of a run for which compiling the emulator in both stages pays. */
const MANY = 20;
const OWNER = { authorization: 'Bearer owner' };

interface Offer {
  server: Server;
  emulator?: Promise<FirestoreEmulator>;
  auth?: Promise<RunningAuth>;
  suites: readonly string[];
  /** Prepares Java's classes. */
  preparing?: Promise<FirestoreEmulator>;
}

const offers = globalThis as { sightlineEmulators?: Offer };

/** @param run what jest was asked for */
export default async function globalSetup({ nonFlagArgs }: { nonFlagArgs: string[] }): Promise<void> {
  // Google's clients would look for a metadata server on the network.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const shared = mkdtempSync(join(tmpdir(), 'sightline-built-'));
  process.env.SIGHTLINE_BUILT_ONCE = shared;
  // A run starts hundreds of programs, and many of them repeatedly.
  process.env.NODE_COMPILE_CACHE = join(shared, 'compile-cache');
  process.env.FIRESTORE_CLASS_ARCHIVE = join(shared, 'firestore.jsa');
  const suites = nonFlagArgs.map((path) => relative(ROOT, path));
  const server = createServer(({ url }, response) => void answer(offer, url === '/auth', response));
  const offer: Offer = { server, suites };
  await new Promise<void>((done) => offer.server.listen(0, '127.0.0.1', done));
  offer.server.unref();
  offers.sightlineEmulators = offer;
  process.env.SIGHTLINE_BROKER = `http://127.0.0.1:${(offer.server.address() as { port: number }).port}/`;
}

async function answer(offer: Offer, isAuth: boolean, response: ServerResponse): Promise<void> {
  try {
    response.end(await (isAuth ? openAuth(offer) : openFirestore(offer)));
  } catch (error) {
    response.writeHead(500).end((error as Error).message);
  }
}

async function openAuth(offer: Offer): Promise<string> {
  offer.auth ??= startAuth({ port: 0 });
  return String((await offer.auth).port);
}

async function openFirestore(offer: Offer): Promise<string> {
  const { suites } = offer;
  offer.emulator ??= startFirestore({ port: 0, rules: RULES, lasts: suites.length > MANY });
  const { host, port } = await offer.emulator;
  if (!offer.preparing && suites.some(needsPages)) prepareClasses(offer).catch(() => {});
  return `${host}:${port}`;
}

/** By an emulator of its own, because the archive is written when Java ends. Suites that start meanwhile do without. */
async function prepareClasses(offer: Offer): Promise<void> {
  const archive = process.env.FIRESTORE_CLASS_ARCHIVE as string;
  const unfinished = `${archive}.unfinished`;
  offer.preparing = startFirestore({ port: 0, rules: RULES, seed: SEED, archiveAt: unfinished });
  const { host, port, end } = await offer.preparing;
  const documents = `http://${host}:${port}/v1/projects/demo-sightline/databases/(default)/documents`;
  const calls = {
    runQuery: { structuredQuery: { from: [{ collectionId: 'image' }] } },
    commit: { writes: [] },
  };
  for (const [verb, body] of Object.entries(calls))
    await fetch(`${documents}:${verb}`, { method: 'POST', headers: OWNER, body: JSON.stringify(body) });
  await end();
  renameSync(unfinished, archive);
}

/** Stops what the setup and the suites of this run started. */
export async function endOffer(): Promise<void> {
  const offer = offers.sightlineEmulators;
  offer?.server.closeAllConnections();
  offer?.server.close();
  await offer?.preparing?.then(({ close }) => close()).catch(() => {});
  rmSync(process.env.SIGHTLINE_BUILT_ONCE ?? '', { recursive: true, force: true, maxRetries: 5 });
  const emulator = await offer?.emulator?.catch(() => undefined);
  await emulator?.close();
  await offer?.auth?.then(({ close }) => close()).catch(() => {});
}
