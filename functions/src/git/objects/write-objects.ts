/** Writing loose objects: all bytes on the disk first, then the names, then the folders. So a name never leads to half an object. */
import { existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { deflateSync } from 'node:zlib';
import { syncDirectory } from '../storage/sync-directory.ts';
import { writeTemporary } from '../storage/write-durably.ts';
import { hashObject, type ObjectType, objectHeader } from './git-object.ts';
import { loosePath, type ObjectStore } from './object-store.ts';

export interface NewObject {
  type: ObjectType;
  body: Uint8Array;
}

/** Writes at once and this many side by side: the disk works on them together. */
const SIDE_BY_SIDE = 8;

/** Returns the names in the order given, once every object is durable. */
export async function writeObjects(store: ObjectStore, objects: readonly NewObject[]): Promise<string[]> {
  const oids = objects.map(({ type, body }) => hashObject(type, body));
  const fresh = new Map<string, NewObject>();
  store.refresh();
  for (const [at, object] of objects.entries()) {
    const oid = oids[at] ?? '';
    if (!fresh.has(oid) && !isKept(store, oid)) fresh.set(oid, object);
  }
  const touched = new Set<string>();
  await inParallel([...fresh], ([oid, object]) => writeLoose(store, oid, object, touched));
  await Promise.all([...touched].map(syncDirectory));
  return oids;
}

export async function writeObject(store: ObjectStore, type: ObjectType, body: Uint8Array): Promise<string> {
  const [oid = ''] = await writeObjects(store, [{ type, body }]);
  return oid;
}

/** A loose object that stands already is made young again, so that a garbage collection does not take it just now. */
function isKept(store: ObjectStore, oid: string): boolean {
  if (store.hasPacked(oid)) return true;
  const path = loosePath(store.directory, oid);
  if (!existsSync(path)) return store.has(oid);
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Gone this very moment, or another user's.
  }
  return existsSync(path);
}

async function writeLoose(store: ObjectStore, oid: string, { type, body }: NewObject, touched: Set<string>) {
  const path = loosePath(store.directory, oid);
  const deflated = deflateSync(Buffer.concat([objectHeader(type, body.length), body]), { level: 1 });
  const temporary = await writeTemporary(store.directory, deflated, { prefix: 'tmp_obj_', mode: 0o444 });
  if (mkdirSync(dirname(path), { recursive: true }) !== undefined) touched.add(store.directory);
  renameSync(temporary, path);
  touched.add(dirname(path));
}

export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, items.length) }, worker));
}
