import { type Call, type Parts, type Reply, readJson } from './call.ts';
import { listPage, listQueryOf } from './list.ts';
import { conditionsOf, requireConditions, requireReadConditions } from './preconditions.ts';
import { objectResource } from './resource.ts';
import { mergeMetadata, mergeSettings, patchFrom } from './settings.ts';

const asked = ({ names, query }: Call, { store }: Parts) =>
  store.require(names.bucket!, names.object!, query.get('generation'));

export function listObjects(call: Call, { store }: Parts): Reply {
  const { items, prefixes, nextPageToken } = listPage(
    store.requireBucket(call.names.bucket!),
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

export function getObject(call: Call, parts: Parts): Reply {
  const object = asked(call, parts);
  requireReadConditions(conditionsOf(call.query), object);
  return { status: 200, json: objectResource(object, call.origin) };
}

export async function patchObject(call: Call, parts: Parts): Promise<Reply> {
  const patch = patchFrom(await readJson(call.body));
  const object = asked(call, parts);
  requireConditions(conditionsOf(call.query), object);
  const metadata = mergeMetadata(object.metadata, patch);
  const settings = mergeSettings(object.settings, patch);
  const changed = parts.store.update(object, { settings, ...(metadata ? { metadata } : {}) });
  return { status: 200, json: objectResource(changed, call.origin) };
}

export function deleteObject(call: Call, parts: Parts): Reply {
  const object = asked(call, parts);
  requireConditions(conditionsOf(call.query), object);
  parts.store.remove(object);
  return { status: 204, text: '' };
}
