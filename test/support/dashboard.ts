/** A dashboard's connection to the Realtime Database: the official web SDK, signed in as a user of the emulator. */
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectDatabaseEmulator, type Database, getDatabase, goOffline } from 'firebase/database';
import type { TestStack } from './stack.ts';

export interface Dashboard {
  database: Database;
  close(): Promise<void>;
}

export function openDashboard(stack: TestStack, uid: string): Dashboard {
  const [host, port] = stack.addresses.database.split(':') as [string, string];
  const databaseURL = `http://${host}:${port}?ns=${stack.namespace}`;
  const app = initializeApp({ projectId: stack.projectId, databaseURL }, randomUUID());
  const database = getDatabase(app);
  connectDatabaseEmulator(database, host, Number(port), { mockUserToken: { sub: uid, user_id: uid } });
  const close = async () => {
    goOffline(database);
    await deleteApp(app);
  };
  return { database, close };
}
