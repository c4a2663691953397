import type { Bucket } from './bucket.ts';
import { etagOf, type StoredObject } from './object.ts';

/** The JSON API's object resource, in which numbers are texts. */
export function objectResource(object: StoredObject, origin: string) {
  const { bucket, name, generation, metageneration, settings, metadata, componentCount } = object;
  const place = `${origin}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}`;
  const media = `${origin}/download/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}`;
  return {
    kind: 'storage#object',
    id: `${bucket}/${name}/${generation}`,
    selfLink: place,
    mediaLink: `${media}?generation=${generation}&alt=media`,
    name,
    bucket,
    generation: String(generation),
    metageneration: String(metageneration),
    storageClass: 'STANDARD',
    ...settings,
    size: String(object.size),
    ...(componentCount ? { componentCount } : { md5Hash: object.md5Hash }),
    crc32c: object.crc32c,
    etag: etagOf(object),
    timeCreated: object.timeCreated,
    updated: object.updated,
    timeStorageClassUpdated: object.timeCreated,
    ...(metadata ? { metadata } : {}),
  };
}

export function bucketResource({ id }: Bucket, origin: string) {
  return {
    kind: 'storage#bucket',
    id,
    name: id,
    selfLink: `${origin}/storage/v1/b/${id}`,
    projectNumber: '0',
    metageneration: '1',
    location: 'US-CENTRAL1',
    locationType: 'region',
    storageClass: 'STANDARD',
    etag: 'CAE=',
  };
}
