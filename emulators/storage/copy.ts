import { link } from 'node:fs/promises';
import type { Blob } from './blob.ts';
import { type Call, type Parts, type Reply, readJson } from './call.ts';
import { requireObjectName } from './names.ts';
import type { StoredObject } from './object.ts';
import { conditionsOf, requireConditions } from './preconditions.ts';
import { objectResource } from './resource.ts';
import { mergeMetadata, mergeSettings, patchFrom } from './settings.ts';
import type { Draft, Store } from './store.ts';

/** POST .../copyTo/...: answers with the new object. */
export async function copyObject(call: Call, parts: Parts): Promise<Reply> {
  return { status: 200, json: objectResource(await copy(call, parts), call.origin) };
}

/** POST .../rewriteTo/...: like copy, with the answer of the rewrite method; always complete after one call. */
export async function rewriteObject(call: Call, parts: Parts): Promise<Reply> {
  const object = await copy(call, parts);
  const size = String(object.size);
  const resource = objectResource(object, call.origin);
  const kind = 'storage#rewriteResponse';
  return { status: 200, json: { kind, totalBytesRewritten: size, objectSize: size, done: true, resource } };
}

/** POST .../moveTo/o/...: within one bucket. */
export async function moveObject(call: Call, parts: Parts): Promise<Reply> {
  const source = parts.store.find(call.names.bucket!, call.names.object!);
  const object = await copy(call, parts);
  if (source) parts.store.remove(source);
  return { status: 200, json: objectResource(object, call.origin) };
}

async function copy(call: Call, { store }: Parts): Promise<StoredObject> {
  const { names, query } = call;
  const patch = patchFrom(await readJson(call.body));
  const source = store.require(names.bucket!, names.object!, query.get('sourceGeneration'));
  requireConditions(conditionsOf(query, 'ifSource'), source);
  const blob = await linkBlob(store, source);
  const draft = { bucket: names.toBucket ?? names.bucket!, name: requireObjectName(names.toObject) };
  return store.insert(draftLike(source, draft, patch), blob, conditionsOf(query));
}

/** Bytes never change, so a copy is a second name for the same file. */
async function linkBlob(store: Store, source: StoredObject): Promise<Blob> {
  const path = store.tempPath();
  await link(store.blobPath(source), path);
  return { path, size: source.size, crc32c: source.crc32c, md5Hash: source.md5Hash };
}

export function draftLike(
  source: Pick<StoredObject, 'settings' | 'metadata' | 'componentCount'>,
  place: Pick<Draft, 'bucket' | 'name'>,
  patch: ReturnType<typeof patchFrom>,
): Draft {
  const metadata = mergeMetadata(patch.metadata ? undefined : source.metadata, patch);
  return {
    ...place,
    settings: mergeSettings(source.settings, patch),
    ...(metadata ? { metadata } : {}),
    ...(source.componentCount ? { componentCount: source.componentCount } : {}),
  };
}
