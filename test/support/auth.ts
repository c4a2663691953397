/** The auth emulator that suites share: accounts are separated by project id. */
import { startAuth } from '../../emulators/stack/auth.ts';
import { askBroker } from './firestore.ts';

export interface AuthLease {
  port: number;
  /** Stops the emulator if it is this suite's own. */
  close(): Promise<void>;
}

/**
 * The emulator of this jest run, otherwise a new one, whose start takes two seconds of processor time. A suite that freezes it,
 * or exports its accounts, calls `startAuth`.
 */
export async function leaseAuth(): Promise<AuthLease> {
  const { SIGHTLINE_BROKER: broker } = process.env;
  if (!broker) return startAuth({ port: 0 });
  return { port: Number(await askBroker(`${broker}auth`)), close: async () => {} };
}
