/** The emulator suite's export folder: `firebase-export-metadata.json` and one folder per server. */

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunningDatabase } from '../database/server.ts';
import type { RunningStorage } from '../storage/server.ts';
import type { RunningAuth } from './auth.ts';
import { exists } from './exists.ts';
import type { FirestoreEmulator } from './firestore.ts';

const METADATA = 'firebase-export-metadata.json';
const FIRESTORE_FILE = 'firestore_export/firestore_export.overall_export_metadata';

export interface Exportable {
  firestore: FirestoreEmulator;
  auth: RunningAuth;
  database: RunningDatabase;
  storage: RunningStorage;
}

/** Path that the Firestore emulator starts with; undefined if the export has none. */
export async function findFirestoreSeed(directory: string): Promise<string | undefined> {
  const metadata = JSON.parse(await readFile(join(directory, METADATA), 'utf8')) as {
    firestore?: { metadata_file: string };
  };
  return metadata.firestore && join(directory, metadata.firestore.metadata_file);
}

/** One file per namespace. */
export async function importDatabase(database: RunningDatabase, directory: string): Promise<void> {
  const folder = join(directory, 'database_export');
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    database.load(name.slice(0, -'.json'.length), JSON.parse(await readFile(join(folder, name), 'utf8')));
  }
}

export async function importStorage(storage: RunningStorage, directory: string): Promise<void> {
  if (await exists(join(directory, 'storage_export')))
    await storage.importFrom(join(directory, 'storage_export'));
}

/** Written to a temporary place and renamed, so that an existing export is only replaced by a complete one. */
export async function exportAll(stack: Exportable, directory: string): Promise<void> {
  const draft = `${directory}.draft-${process.pid}`;
  await mkdir(draft, { recursive: true });
  await Promise.all([exportRecords(stack, draft), stack.storage.exportTo(join(draft, 'storage_export'))]);
  await writeMetadata(draft, ['firestore', 'database', 'auth', 'storage']);
  await rm(directory, { recursive: true, force: true });
  await rename(draft, directory);
}

/** An export without objects, into an existing folder. */
export async function exportRecords(stack: Exportable, directory: string): Promise<void> {
  await Promise.all([
    stack.firestore.exportTo(directory),
    stack.auth.exportTo(directory),
    exportDatabase(stack.database, join(directory, 'database_export')),
    writeMetadata(directory, ['firestore', 'database', 'auth']),
  ]);
}

async function exportDatabase(database: RunningDatabase, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const trees = Object.entries(database.dump());
  const write = ([namespace, tree]: [string, unknown]) =>
    writeFile(join(folder, `${namespace}.json`), JSON.stringify(tree));
  await Promise.all(trees.map(write));
}

async function writeMetadata(directory: string, parts: readonly (keyof ReturnType<typeof metadata>)[]) {
  const all = metadata();
  const named = Object.fromEntries(['version' as const, ...parts].map((part) => [part, all[part]]));
  await writeFile(join(directory, METADATA), `${JSON.stringify(named, null, 2)}\n`);
}

function metadata() {
  const require = createRequire(import.meta.url);
  const { version } = require('firebase-tools/package.json') as { version: string };
  const { firestore, database } =
    require('firebase-tools/lib/emulator/downloadableEmulatorInfo.json') as Record<
      'firestore' | 'database',
      { version: string }
    >;
  return {
    version,
    firestore: { version: firestore.version, path: 'firestore_export', metadata_file: FIRESTORE_FILE },
    database: { version: database.version, path: 'database_export' },
    auth: { version, path: 'auth_export' },
    storage: { version, path: 'storage_export' },
  };
}
