/** The local servers that replace Google's, and the git remote, each with its part of the import. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type RunningDatabase, startDatabase } from '../database/server.ts';
import { type RunningStorage, startStorage } from '../storage/server.ts';
import type { SigningKey } from '../storage/signing-key.ts';
import { startVision } from '../vision/server.ts';
import { type RunningAuth, startAuth } from './auth.ts';
import type { Closers } from './closers.ts';
import { bucketCors, bucketOf, temporaryBucketOf } from './environment.ts';
import { type Exportable, findFirestoreSeed, importDatabase, importStorage } from './export-format.ts';
import { type FirestoreEmulator, startFirestore } from './firestore.ts';
import { type RunningFirestoreProxy, startFirestoreProxy } from './firestore-proxy.ts';
import { startGitRemote } from './git-remote.ts';
import { HOST, type StackPorts } from './ports.ts';
import { layOutVolume } from './project-volume.ts';
import { objectReader } from './read-object.ts';
import { findSave, saveFolder, storageFolder } from './saved-data.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

export interface ServerOptions {
  ports: StackPorts;
  /** Port of the Firestore emulator itself; `ports.firestore` is its proxy. */
  firestorePort: number;
  importFrom?: string;
  /** Folder of the data between runs; a save there takes precedence over `importFrom`. */
  data?: string;
  /** Folder of the editor's volume. */
  volume: string;
  /** Key that verifies signed links to Storage. */
  signingKey: SigningKey;
  /** Parameter `CORS_ORIGINS`: pages that may read files by such links. */
  origins: string;
  /** Folder of the bare repositories. */
  remotes: string;
}

export interface RunningServers extends Exportable {
  firestoreProxy: RunningFirestoreProxy;
}

export async function startServers(given: ServerOptions, closers: Closers): Promise<RunningServers> {
  const save = given.data && (await findSave(given.data));
  const options = save && given.data ? { ...given, importFrom: saveFolder(given.data, save) } : given;
  const { ports, firestorePort } = options;
  const [firestore, firestoreProxy, auth, database, storage] = await Promise.all([
    startFilledFirestore(options, closers),
    closers.keep(startFirestoreProxy({ port: ports.firestore, target: firestorePort })),
    startFilledAuth(options, closers),
    startFilledDatabase(options, closers),
    startFilledStorage(options, save, closers),
    closers.keep(startVision({ port: ports.vision, readObject: readerOf(options) })),
    startEditorRemote(options, closers),
  ]);
  return { firestore, firestoreProxy, auth, database, storage };
}

const readerOf = ({ ports }: ServerOptions) => objectReader(`${HOST}:${ports.storage}`);

async function startFilledFirestore(options: ServerOptions, closers: Closers): Promise<FirestoreEmulator> {
  const seed = options.importFrom && (await findFirestoreSeed(options.importFrom));
  const rules = join(RULES, 'firestore.rules');
  return closers.keep(startFirestore({ port: options.firestorePort, rules, ...(seed && { seed }) }));
}

async function startFilledAuth({ ports, importFrom }: ServerOptions, closers: Closers): Promise<RunningAuth> {
  const auth = await closers.keep(startAuth({ port: ports.auth }));
  if (importFrom) await auth.importFrom(importFrom);
  return auth;
}

async function startFilledDatabase(options: ServerOptions, closers: Closers): Promise<RunningDatabase> {
  const rules = await readFile(join(RULES, 'database.rules.json'), 'utf8');
  const database = await closers.keep(startDatabase({ port: options.ports.database, rules }));
  if (options.importFrom) await importDatabase(database, options.importFrom);
  return database;
}

/** @param save name of the loaded save: objects are restored to it too */
async function startFilledStorage(
  { ports, data, importFrom, signingKey, origins }: ServerOptions,
  save: string | undefined,
  closers: Closers,
): Promise<RunningStorage> {
  const place = data && { directory: storageFolder(data), savedTogether: { ...(save && { save }) } };
  const cors = bucketCors(origins);
  const options = {
    port: ports.storage,
    buckets: [bucketOf(), temporaryBucketOf()],
    signingKey,
    cors,
    ...place,
  };
  const storage = await closers.keep(startStorage(options));
  if (importFrom && !save) await importStorage(storage, importFrom);
  return storage;
}

async function startEditorRemote(options: ServerOptions, closers: Closers): Promise<void> {
  const remote = startGitRemote({ port: options.ports.git, directory: options.remotes });
  await layOutVolume(options.volume, await closers.keep(remote));
}
