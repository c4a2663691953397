/** The Firestore emulator that a suite may use. */
import { resolve } from 'node:path';
import { startFirestore } from '../../emulators/stack/firestore.ts';

export const RULES = resolve(import.meta.dirname, '../../rules/firestore.rules');

export interface Lease {
  /** `host:port` */
  address: string;
  /** Stops the emulator if it is this suite's own. */
  release(): Promise<void>;
}

/**
 * `SIGHTLINE_FIRESTORE` if set, otherwise the emulator shared by the suites of this jest run, otherwise a new one.
 * Suites are separated by project id.
 */
export async function leaseFirestore(): Promise<Lease> {
  const { SIGHTLINE_FIRESTORE: given, SIGHTLINE_BROKER: broker } = process.env;
  if (given) return { address: given, release: async () => {} };
  if (broker) return { address: await askBroker(`${broker}firestore`), release: async () => {} };
  const own = await startFirestore({ port: 0, rules: RULES });
  return { address: `${own.host}:${own.port}`, release: () => own.close() };
}

/** The client of the functions' own adapters, which a suite runs in its own process. */
export async function connectFirestore(project: string) {
  const lease = await leaseFirestore();
  Object.assign(process.env, { FIRESTORE_EMULATOR_HOST: lease.address, GCLOUD_PROJECT: project });
  const firestore = (await import('../../functions/src/common/adapters/firebase.ts')).firestore();
  const close = async (): Promise<void> => {
    await firestore.terminate();
    await lease.release();
  };
  return { firestore, close };
}

/** @throws why it does not start */
export async function askBroker(address: string): Promise<string> {
  const response = await fetch(address, { headers: { connection: 'close' } });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
