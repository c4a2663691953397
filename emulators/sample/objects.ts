/** The Storage emulator's export: one blob and one JSON metadata file for each object. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32c } from '../storage/crc32c.ts';
import type { SampleObject } from './image.ts';
import { json } from './json.ts';
import { BUCKET } from './names.ts';

export async function writeObjects(directory: string, objects: readonly SampleObject[]): Promise<void> {
  for (const folder of ['blobs', 'metadata']) await mkdir(join(directory, folder), { recursive: true });
  await writeFile(join(directory, 'buckets.json'), json({ buckets: [{ id: BUCKET }] }));
  for (const object of objects) {
    const name = basename(object.name);
    await writeFile(join(directory, 'blobs', name), object.bytes);
    await writeFile(join(directory, 'metadata', `${name}.json`), json(metadata(object)));
  }
}

/** The suite's keys: times in ISO 8601, `crc32c` as a decimal number in a string, `md5Hash` in base64. */
function metadata({ name, bytes, contentType, created }: SampleObject): object {
  const time = new Date(created).toISOString();
  const md5 = createHash('md5').update(bytes).digest();
  return {
    name,
    bucket: BUCKET,
    metageneration: 1,
    generation: created,
    contentType,
    storageClass: 'STANDARD',
    downloadTokens: [],
    etag: md5.toString('hex').slice(0, 20),
    timeCreated: time,
    updated: time,
    size: bytes.length,
    md5Hash: md5.toString('base64'),
    crc32c: String(crc32c(bytes)),
  };
}
