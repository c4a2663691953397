import { type Call, type Parts, type Reply, readRecord } from './call.ts';
import { StorageError } from './errors.ts';
import { requireBucketName } from './names.ts';
import { bucketResource } from './resource.ts';

export function listBuckets(call: Call, { store }: Parts): Reply {
  const prefix = call.query.get('prefix') ?? '';
  const buckets = store.buckets().filter(({ id }) => id.startsWith(prefix));
  const items = buckets.map((bucket) => bucketResource(bucket, call.origin));
  return { status: 200, json: { kind: 'storage#buckets', items } };
}

export async function createBucket(call: Call, { store }: Parts): Promise<Reply> {
  const { name } = await readRecord(call.body);
  const id = requireBucketName(name);
  if (store.buckets().some((bucket) => bucket.id === id)) {
    const sentence = 'Your previous request to create the named bucket succeeded and you already own it.';
    throw new StorageError(409, 'conflict', sentence);
  }
  return { status: 200, json: bucketResource(store.bucket(id), call.origin) };
}

export function getBucket(call: Call, { store }: Parts): Reply {
  return { status: 200, json: bucketResource(store.requireBucket(call.names.bucket!), call.origin) };
}

export function deleteBucket({ names }: Call, { store }: Parts): Reply {
  const bucket = store.requireBucket(names.bucket!);
  if (bucket.size > 0)
    throw new StorageError(409, 'conflict', 'The bucket you tried to delete is not empty.');
  store.removeBucket(bucket.id);
  return { status: 204, text: '' };
}
