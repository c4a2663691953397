import type { BlobWriter } from './blob.ts';
import { type Call, type Parts, type Reply, readRecord } from './call.ts';
import { invalid } from './errors.ts';
import { requireIntegrity, sumsOf } from './integrity.ts';
import { readRelated } from './multipart.ts';
import { requireObjectName } from './names.ts';
import { DEFAULT_CONTENT_TYPE, type StoredObject } from './object.ts';
import { conditionsOf, requireConditions } from './preconditions.ts';
import { objectResource } from './resource.ts';
import type { Intent } from './sessions.ts';
import { mergeMetadata, mergeSettings, patchFrom } from './settings.ts';
import type { Draft, Store } from './store.ts';

/** POST /upload/.../o: the three kinds of upload. */
export async function insertObject(call: Call, parts: Parts): Promise<Reply> {
  const kind = uploadKindOf(call);
  if (kind === 'resumable') return startSession(call, parts);
  if (kind !== 'multipart' && kind !== 'media') throw invalid(`Unknown upload type: ${kind}`);
  parts.store.requireBucket(call.names.bucket!);
  const writer = parts.store.newBlob();
  try {
    const { resource, mediaType } = await (kind === 'media' ? readMedia : readMultipart)(call, writer);
    const object = await complete(parts.store, writer, {
      draft: draftOf(call, resource, mediaType),
      conditions: conditionsOf(call.query),
      sums: sumsOf(call.headers['x-goog-hash'], resource),
    });
    return { status: 200, json: objectResource(object, call.origin) };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** A request without an upload type shows it by its form. */
function uploadKindOf({ query, headers }: Call): string {
  const named = query.get('uploadType') ?? headers['x-goog-upload-protocol'];
  if (named !== undefined) return String(named);
  return /^multipart\/related\b/i.test(headers['content-type'] ?? '') ? 'multipart' : 'media';
}

/** @throws 400 on a wrong checksum, 412 on a condition */
export async function complete(store: Store, writer: BlobWriter, intent: Intent): Promise<StoredObject> {
  const blob = await writer.finish();
  requireIntegrity(blob, intent.sums);
  return store.insert(intent.draft, blob, intent.conditions);
}

async function readMedia({ body, headers }: Call, writer: BlobWriter) {
  for await (const chunk of body) await writer.write(chunk as Buffer);
  return { resource: {}, mediaType: headers['content-type'] };
}

function readMultipart({ body, headers }: Call, writer: BlobWriter) {
  return readRelated(body, headers['content-type'] ?? '', (chunk) => writer.write(chunk));
}

/** The name is in the query or in the resource; the resource's content type takes precedence. */
function draftOf(call: Call, resource: unknown, mediaType: string | undefined): Draft {
  const patch = patchFrom(resource);
  const name = call.query.get('name') ?? (resource as { name?: unknown }).name;
  const metadata = mergeMetadata(undefined, patch);
  return {
    bucket: call.names.bucket!,
    name: requireObjectName(name),
    settings: mergeSettings({ contentType: mediaType ?? DEFAULT_CONTENT_TYPE }, patch),
    ...(metadata ? { metadata } : {}),
  };
}

async function startSession(call: Call, parts: Parts): Promise<Reply> {
  const resource = await readRecord(call.body);
  const mediaType = call.headers['x-upload-content-type'];
  parts.store.requireBucket(call.names.bucket!);
  const draft = draftOf(call, resource, typeof mediaType === 'string' ? mediaType : undefined);
  const conditions = conditionsOf(call.query);
  requireConditions(conditions, parts.store.find(draft.bucket, draft.name));
  const intent = { draft, conditions, sums: sumsOf(undefined, resource) };
  const { origin, 'x-upload-content-length': length } = call.headers;
  const id = parts.sessions.start({
    ...{ writer: parts.store.newBlob(), intent },
    ...(length !== undefined && { size: Number(length) }),
    ...(origin !== undefined && { origin }),
  });
  const query = new URLSearchParams({ uploadType: 'resumable', name: draft.name, upload_id: id });
  const location = `${call.origin}/upload/storage/v1/b/${draft.bucket}/o?${query}`;
  return { status: 200, headers: { location, 'x-guploader-uploadid': id }, text: '' };
}
