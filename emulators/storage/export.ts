import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32cText, crc32cValue } from './crc32c.ts';
import { etagOf, SETTINGS, type Settings, type StoredObject } from './object.ts';
import type { Store } from './store.ts';

/**
 * The emulator suite's `storage_export`: `buckets.json` `{ buckets: [{ id }] }`, `blobs/<file>` and
 * `metadata/<file>.json`. In it crc32c is a decimal number as text, and the settings are not nested.
 */
interface ExportedObject extends Settings {
  name: string;
  bucket: string;
  metageneration: number;
  generation: number;
  downloadTokens: string[];
  etag: string;
  customMetadata?: Record<string, string>;
  timeCreated: string;
  updated: string;
  size: number;
  md5Hash: string;
  crc32c: string;
}

/** Writes the whole store and replaces the folder's content. File names depend on bucket and name only. */
export async function exportStore(store: Store, directory: string): Promise<void> {
  const [blobs, metadata] = [join(directory, 'blobs'), join(directory, 'metadata')];
  for (const folder of [blobs, metadata]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
  const buckets = store.buckets();
  await writeFile(join(directory, 'buckets.json'), toText({ buckets: buckets.map(({ id }) => ({ id })) }));
  for (const bucket of buckets) {
    for (const object of bucket.from('')) {
      const file = fileNameOf(object);
      await copyFile(store.blobPath(object), join(blobs, file));
      await writeFile(join(metadata, `${file}.json`), toText(exportedFrom(object)));
    }
  }
}

/** Imports an export; objects with the same name are replaced. A record without its blob is skipped. */
export async function importStore(store: Store, directory: string): Promise<void> {
  const list = JSON.parse(await readFile(join(directory, 'buckets.json'), 'utf8')) as {
    buckets: { id: string }[];
  };
  for (const { id } of list.buckets) store.bucket(id);
  const metadata = join(directory, 'metadata');
  if (!existsSync(metadata)) return;
  for (const file of (await readdir(metadata, { recursive: true })).sort()) {
    const blob = join(directory, 'blobs', file.replace(/\.json$/, ''));
    if (!file.endsWith('.json') || !existsSync(blob)) continue;
    const exported = JSON.parse(await readFile(join(metadata, file), 'utf8')) as ExportedObject;
    const path = store.tempPath();
    await copyFile(blob, path);
    store.adopt(objectFrom(exported), path);
  }
}

const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const fileNameOf = ({ bucket, name }: StoredObject): string =>
  createHash('sha256').update(`${bucket}/${name}`).digest('hex').slice(0, 32);

function exportedFrom(object: StoredObject): ExportedObject {
  const { bucket, name, generation, metageneration, settings, metadata, timeCreated, updated } = object;
  return {
    name,
    bucket,
    metageneration,
    generation,
    storageClass: 'STANDARD',
    ...settings,
    downloadTokens: [],
    etag: etagOf(object),
    ...(metadata ? { customMetadata: metadata } : {}),
    timeCreated,
    updated,
    size: object.size,
    md5Hash: object.md5Hash,
    crc32c: String(crc32cValue(object.crc32c)),
  };
}

function objectFrom(exported: ExportedObject): Omit<StoredObject, 'blob'> {
  const { bucket, name, generation, metageneration, size, md5Hash, customMetadata } = exported;
  const settings = Object.fromEntries(
    SETTINGS.flatMap((key) => (exported[key] ? [[key, exported[key]]] : [])),
  );
  const metadata = { ...customMetadata };
  if (exported.downloadTokens?.length > 0)
    metadata.firebaseStorageDownloadTokens = exported.downloadTokens.join(',');
  return {
    bucket,
    name,
    generation,
    metageneration,
    size,
    md5Hash,
    settings,
    crc32c: crc32cText(Number.parseInt(exported.crc32c, 10)),
    timeCreated: exported.timeCreated,
    updated: exported.updated,
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}
