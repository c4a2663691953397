/** The servers that stand for Google's, and the git remote, each filled with its part of the import. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type RunningDatabase, startDatabase } from '../database/server.ts';
import { type RunningStorage, startStorage } from '../storage/server.ts';
import type { SigningKey } from '../storage/signing-key.ts';
import { startVision } from '../vision/server.ts';
import { type RunningAuth, startAuth } from './auth.ts';
import type { Closers } from './closers.ts';
import { type Exportable, findFirestoreSeed, importDatabase, importStorage } from './export-format.ts';
import { type FirestoreEmulator, startFirestore } from './firestore.ts';
import { startGitRemote } from './git-remote.ts';
import { HOST, type StackPorts } from './ports.ts';
import { layOutVolume } from './project-volume.ts';
import { objectReader } from './read-object.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

export interface ServerOptions {
  ports: StackPorts;
  importFrom?: string;
  /** Folder of the editor's volume. */
  volume: string;
  /** Whose signed links Storage serves. */
  signingKey: SigningKey;
  /** Folder of the bare repositories. */
  remotes: string;
}

export async function startServers(options: ServerOptions, closers: Closers): Promise<Exportable> {
  const [firestore, auth, database, storage] = await Promise.all([
    startFilledFirestore(options, closers),
    startFilledAuth(options, closers),
    startFilledDatabase(options, closers),
    startFilledStorage(options, closers),
    closers.keep(startVision({ port: options.ports.vision, readObject: readerOf(options) })),
    startEditorRemote(options, closers),
  ]);
  return { firestore, auth, database, storage };
}

const readerOf = ({ ports }: ServerOptions) => objectReader(`${HOST}:${ports.storage}`);

async function startFilledFirestore(options: ServerOptions, closers: Closers): Promise<FirestoreEmulator> {
  const seed = options.importFrom && (await findFirestoreSeed(options.importFrom));
  const rules = join(RULES, 'firestore.rules');
  return closers.keep(startFirestore({ port: options.ports.firestore, rules, ...(seed && { seed }) }));
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

async function startFilledStorage(options: ServerOptions, closers: Closers): Promise<RunningStorage> {
  const storage = await closers.keep(
    startStorage({ port: options.ports.storage, signingKey: options.signingKey }),
  );
  if (options.importFrom) await importStorage(storage, options.importFrom);
  return storage;
}

async function startEditorRemote(options: ServerOptions, closers: Closers): Promise<void> {
  const remote = startGitRemote({ port: options.ports.git, directory: options.remotes });
  await layOutVolume(options.volume, await closers.keep(remote));
}
