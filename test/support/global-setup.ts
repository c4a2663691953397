/**
 * Jest's global setup: offers one Firestore emulator to all suites of a run, and starts Java only when the first suite
 * requests it (`firestoreAddress` in ./firestore.ts), so that unit tests stay fast. Also creates a folder for builds that
 * suites share.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirestoreEmulator, startFirestore } from '../../emulators/stack/firestore.ts';
import { RULES } from './firestore.ts';

interface Offer {
  server: Server;
  emulator?: Promise<FirestoreEmulator>;
}

const offers = globalThis as { sightlineFirestore?: Offer };

export default async function globalSetup(): Promise<void> {
  // Google's clients would look for a metadata server on the network.
  process.env.METADATA_SERVER_DETECTION = 'none';
  const shared = mkdtempSync(join(tmpdir(), 'sightline-built-'));
  process.env.SIGHTLINE_BUILT_ONCE = shared;
  // A run starts hundreds of programs, and many of them repeatedly.
  process.env.NODE_COMPILE_CACHE = join(shared, 'compile-cache');
  const offer: Offer = { server: createServer((_request, response) => void answer(offer, response)) };
  await new Promise<void>((done) => offer.server.listen(0, '127.0.0.1', done));
  offer.server.unref();
  offers.sightlineFirestore = offer;
  process.env.SIGHTLINE_FIRESTORE_BROKER = `http://127.0.0.1:${(offer.server.address() as { port: number }).port}/`;
}

async function answer(offer: Offer, response: ServerResponse): Promise<void> {
  try {
    offer.emulator ??= startFirestore({ port: 0, rules: RULES });
    const { host, port } = await offer.emulator;
    response.end(`${host}:${port}`);
  } catch (error) {
    response.writeHead(500).end((error as Error).message);
  }
}

/** Stops what the setup and the suites of this run started. */
export async function endOffer(): Promise<void> {
  const offer = offers.sightlineFirestore;
  offer?.server.closeAllConnections();
  offer?.server.close();
  rmSync(process.env.SIGHTLINE_BUILT_ONCE ?? '', { recursive: true, force: true, maxRetries: 5 });
  const emulator = await offer?.emulator?.catch(() => undefined);
  await emulator?.close();
}
