import { openSync } from 'node:fs';
import type { Call, Reply, Rooms } from './call.ts';
import { StorageError } from './errors.ts';
import { DEFAULT_CONTENT_TYPE, etagOf, type StoredObject } from './object.ts';
import { conditionsOf, requireReadConditions } from './preconditions.ts';
import { rangeOf } from './range.ts';
import { requireSignature } from './signed-link.ts';
import type { Store } from './store.ts';

/** GET .../o/{object}?alt=media. Bytes are served as stored; a gzip object is not unpacked. */
export function downloadObject(call: Call, { store }: Rooms): Reply {
  const object = store.require(call.names.bucket!, call.names.object!, call.query.get('generation'));
  requireReadConditions(conditionsOf(call.query), object);
  return mediaReply(call, store, object);
}

/** As a bucket whose CORS settings let the pages of any origin read what they have a link to. */
const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Content-Disposition',
};

/** GET /{bucket}/{object}: only with a good V4 signature, as nothing here is public. */
export function followLink(call: Call, rooms: Rooms): Reply {
  if (!rooms.signingKey) throw new StorageError(403, 'AccessDenied', 'This server was given no signing key.');
  requireSignature(call, rooms.signingKey, rooms.clock());
  const { bucket, object: name } = call.names;
  const object = rooms.store.require(bucket!, name!, call.query.get('generation'));
  return mediaReply(call, rooms.store, object, {
    ...ANY_ORIGIN,
    ...headerFrom(call.query, 'response-content-type', 'content-type'),
    ...headerFrom(call.query, 'response-content-disposition', 'content-disposition'),
  });
}

function headerFrom(query: URLSearchParams, parameter: string, header: string): Record<string, string> {
  const value = query.get(parameter);
  return value === null ? {} : { [header]: value };
}

/** The file is opened in the same tick as its record was found, so a delete that follows does not disturb. */
function mediaReply(
  call: Call,
  store: Store,
  object: StoredObject,
  headers: Record<string, string> = {},
): Reply {
  const range = rangeOf(call.headers.range, object.size);
  const start = range?.start ?? 0;
  const end = range ? range.end + 1 : object.size;
  return {
    status: range ? 206 : 200,
    headers: {
      ...objectHeaders(object),
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${range.end}/${object.size}` } : {}),
      ...headers,
    },
    ...(call.method === 'HEAD'
      ? {}
      : { file: { descriptor: openSync(store.blobPath(object), 'r'), start, end } }),
  };
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
