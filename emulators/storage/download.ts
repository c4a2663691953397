import { openSync } from 'node:fs';
import type { Call, Parts, Reply } from './call.ts';
import { corsHeaders } from './cors.ts';
import { StorageError } from './errors.ts';
import { DEFAULT_CONTENT_TYPE, etagOf, type StoredObject } from './object.ts';
import { conditionsOf, requireReadConditions } from './preconditions.ts';
import { rangeOf } from './range.ts';
import { requireSignature } from './signed-link.ts';
import type { Store } from './store.ts';

/** GET .../o/{object}?alt=media. */
export function downloadObject(call: Call, { store }: Parts): Reply {
  const object = store.require(call.names.bucket!, call.names.object!, call.query.get('generation'));
  requireReadConditions(conditionsOf(call.query), object);
  return mediaReply(call, store, object);
}

/** GET /{bucket}/{object}: only with a valid V4 signature, because nothing here is public. */
export function followLink(call: Call, parts: Parts): Reply {
  if (!parts.signingKey) throw new StorageError(403, 'AccessDenied', 'This server was given no signing key.');
  requireSignature(call, parts.signingKey, parts.clock());
  const { bucket, object: name } = call.names;
  const object = parts.store.require(bucket!, name!, call.query.get('generation'));
  return mediaReply(call, parts.store, object, {
    ...corsHeaders(call, parts),
    ...headerFrom(call.query, 'response-content-type', 'content-type'),
    ...headerFrom(call.query, 'response-content-disposition', 'content-disposition'),
  });
}

function headerFrom(query: URLSearchParams, parameter: string, header: string): Record<string, string> {
  const value = query.get(parameter);
  return value === null ? {} : { [header]: value };
}

/** The file is opened in the same tick in which its record was found, so that a later delete does not interfere. */
function mediaReply(
  call: Call,
  store: Store,
  object: StoredObject,
  headers: Record<string, string> = {},
): Reply {
  if (isUnpacked(call, object)) return unpackedReply(call, store, object, headers);
  const range = rangeOf(call.headers.range, object.size);
  const start = range?.start ?? 0;
  const end = range ? range.end + 1 : object.size;
  const place = range && { 'content-range': `bytes ${start}-${range.end}/${object.size}` };
  return {
    status: range ? 206 : 200,
    headers: { ...objectHeaders(object), 'content-length': String(end - start), ...place, ...headers },
    ...fileOf(call, store, object, { start, end }),
  };
}

/** Decompressive transcoding: a gzip object is decompressed for clients that do not accept gzip. */
function isUnpacked({ headers }: Call, { settings }: StoredObject): boolean {
  const isAsStored = /\bno-transform\b/.test(settings.cacheControl ?? '');
  return (
    settings.contentEncoding === 'gzip' && !isAsStored && !/\bgzip\b/.test(String(headers['accept-encoding']))
  );
}

/** The whole object, whatever range was requested, without a known length. */
function unpackedReply(
  call: Call,
  store: Store,
  object: StoredObject,
  headers: Record<string, string>,
): Reply {
  const { 'content-encoding': _, 'accept-ranges': __, ...rest } = objectHeaders(object);
  const vary = headers.vary ? `Accept-Encoding, ${headers.vary}` : 'Accept-Encoding';
  return {
    status: 200,
    headers: { ...rest, warning: '214 UploadServer gunzipped', ...headers, vary },
    ...fileOf(call, store, object, { start: 0, end: object.size, gunzip: true }),
  };
}

function fileOf(
  { method }: Call,
  store: Store,
  object: StoredObject,
  part: { start: number; end: number; gunzip?: boolean },
): Pick<Reply, 'file'> {
  return method === 'HEAD' ? {} : { file: { descriptor: openSync(store.blobPath(object), 'r'), ...part } };
}

function objectHeaders(object: StoredObject): Record<string, string> {
  const { contentType, contentDisposition, contentEncoding, contentLanguage, cacheControl } = object.settings;
  const md5 = object.componentCount ? '' : `,md5=${object.md5Hash}`;
  return {
    'content-type': contentType ?? DEFAULT_CONTENT_TYPE,
    'accept-ranges': 'bytes',
    etag: `"${etagOf(object)}"`,
    'last-modified': new Date(object.updated).toUTCString(),
    'x-goog-hash': `crc32c=${object.crc32c}${md5}`,
    'x-goog-generation': String(object.generation),
    'x-goog-metageneration': String(object.metageneration),
    'x-goog-stored-content-encoding': contentEncoding ?? 'identity',
    'x-goog-stored-content-length': String(object.size),
    'x-goog-storage-class': object.settings.storageClass ?? 'STANDARD',
    ...(contentDisposition ? { 'content-disposition': contentDisposition } : {}),
    ...(contentEncoding ? { 'content-encoding': contentEncoding } : {}),
    ...(contentLanguage ? { 'content-language': contentLanguage } : {}),
    ...(cacheControl ? { 'cache-control': cacheControl } : {}),
  };
}
