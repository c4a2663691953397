import { type Call, type Reply, type Rooms, readJson } from './call.ts';
import { listPage, listQueryOf } from './list.ts';
import { conditionsOf, requireConditions, requireReadConditions } from './preconditions.ts';
import { bucketResource, objectResource } from './resource.ts';
import { mergeMetadata, mergeSettings, wishesFrom } from './settings.ts';

const asked = ({ names, query }: Call, { store }: Rooms) =>
  store.require(names.bucket!, names.object!, query.get('generation'));

export function listBuckets(call: Call, { store }: Rooms): Reply {
  const items = store.buckets().map((bucket) => bucketResource(bucket, call.origin));
  return { status: 200, json: { kind: 'storage#buckets', items } };
}

export async function createBucket(call: Call, { store }: Rooms): Promise<Reply> {
  const { name } = (await readJson(call.body)) as { name?: unknown };
  return { status: 200, json: bucketResource(store.bucket(String(name)), call.origin) };
}

export function getBucket(call: Call, { store }: Rooms): Reply {
  return { status: 200, json: bucketResource(store.bucket(call.names.bucket!), call.origin) };
}

export function listObjects(call: Call, { store }: Rooms): Reply {
  const { items, prefixes, nextPageToken } = listPage(
    store.bucket(call.names.bucket!),
    listQueryOf(call.query),
  );
  const json = {
    kind: 'storage#objects',
    ...(nextPageToken ? { nextPageToken } : {}),
    ...(prefixes.length > 0 ? { prefixes } : {}),
    ...(items.length > 0 ? { items: items.map((item) => objectResource(item, call.origin)) } : {}),
  };
  return { status: 200, json };
}

export function getObject(call: Call, rooms: Rooms): Reply {
  const object = asked(call, rooms);
  requireReadConditions(conditionsOf(call.query), object);
  return { status: 200, json: objectResource(object, call.origin) };
}

export async function patchObject(call: Call, rooms: Rooms): Promise<Reply> {
  const wishes = wishesFrom(await readJson(call.body));
  const object = asked(call, rooms);
  requireConditions(conditionsOf(call.query), object);
  const metadata = mergeMetadata(object.metadata, wishes);
  const settings = mergeSettings(object.settings, wishes);
  const changed = rooms.store.update(object, { settings, ...(metadata ? { metadata } : {}) });
  return { status: 200, json: objectResource(changed, call.origin) };
}

export function deleteObject(call: Call, rooms: Rooms): Reply {
  const object = asked(call, rooms);
  requireConditions(conditionsOf(call.query), object);
  rooms.store.remove(object);
  return { status: 204, text: '' };
}
