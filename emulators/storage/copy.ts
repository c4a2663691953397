import { createReadStream } from 'node:fs';
import { link } from 'node:fs/promises';
import type { Blob } from './blob.ts';
import { type Call, type Reply, type Rooms, readJson, requireObjectName } from './call.ts';
import { invalid } from './errors.ts';
import { complete } from './insert.ts';
import type { StoredObject } from './object.ts';
import { conditionsOf, requireConditions } from './preconditions.ts';
import { objectResource } from './resource.ts';
import { mergeMetadata, mergeSettings, wishesFrom } from './settings.ts';
import type { Draft, Store } from './store.ts';

/** POST .../copyTo/...: answers the new object. */
export async function copyObject(call: Call, rooms: Rooms): Promise<Reply> {
  return { status: 200, json: objectResource(await copy(call, rooms), call.origin) };
}

/** POST .../rewriteTo/...: as copy, in the wrapping of the rewrite method; always done in one call. */
export async function rewriteObject(call: Call, rooms: Rooms): Promise<Reply> {
  const object = await copy(call, rooms);
  const size = String(object.size);
  const resource = objectResource(object, call.origin);
  const kind = 'storage#rewriteResponse';
  return { status: 200, json: { kind, totalBytesRewritten: size, objectSize: size, done: true, resource } };
}

/** POST .../moveTo/o/...: within one bucket. */
export async function moveObject(call: Call, rooms: Rooms): Promise<Reply> {
  const source = rooms.store.find(call.names.bucket!, call.names.object!);
  const object = await copy(call, rooms);
  if (source) rooms.store.remove(source);
  return { status: 200, json: objectResource(object, call.origin) };
}

async function copy(call: Call, { store }: Rooms): Promise<StoredObject> {
  const { names, query } = call;
  const wishes = wishesFrom(await readJson(call.body));
  const source = store.require(names.bucket!, names.object!, query.get('sourceGeneration'));
  requireConditions(conditionsOf(query, 'ifSource'), source);
  const blob = await linkBlob(store, source);
  const draft = { bucket: names.toBucket ?? names.bucket!, name: requireObjectName(names.toObject) };
  return store.insert(draftLike(source, draft, wishes), blob, conditionsOf(query));
}

/** Bytes never change, so a second name for the same file is a copy. */
async function linkBlob(store: Store, source: StoredObject): Promise<Blob> {
  const path = store.tempPath();
  await link(store.blobPath(source), path);
  return { path, size: source.size, crc32c: source.crc32c, md5Hash: source.md5Hash };
}

function draftLike(
  source: Pick<StoredObject, 'settings' | 'metadata' | 'componentCount'>,
  place: Pick<Draft, 'bucket' | 'name'>,
  wishes: ReturnType<typeof wishesFrom>,
): Draft {
  const metadata = mergeMetadata(wishes.metadata ? undefined : source.metadata, wishes);
  return {
    ...place,
    settings: mergeSettings(source.settings, wishes),
    ...(metadata ? { metadata } : {}),
    ...(source.componentCount ? { componentCount: source.componentCount } : {}),
  };
}

interface Composition {
  sourceObjects?: { name: string; generation?: string }[];
  destination?: unknown;
}

/** POST .../compose: the sources one after the other. */
export async function composeObject(call: Call, { store }: Rooms): Promise<Reply> {
  const { sourceObjects, destination } = (await readJson(call.body)) as Composition;
  if (!sourceObjects?.length || sourceObjects.length > 32) throw invalid('Give 1 to 32 source objects.');
  const bucket = call.names.bucket!;
  const sources = sourceObjects.map(({ name, generation }) => store.require(bucket, name, generation));
  const componentCount = sources.reduce((sum, source) => sum + (source.componentCount ?? 1), 0);
  const place = { bucket, name: requireObjectName(call.names.object) };
  const draft = draftLike(
    { settings: sources[0]!.settings, componentCount },
    place,
    wishesFrom(destination ?? {}),
  );
  const writer = store.newBlob();
  try {
    for (const source of sources) {
      for await (const chunk of createReadStream(store.blobPath(source))) await writer.write(chunk as Buffer);
    }
    const object = await complete(store, writer, { draft, conditions: conditionsOf(call.query), sums: {} });
    return { status: 200, json: objectResource(object, call.origin) };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
