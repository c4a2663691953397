import { addAbortSignal, type Readable } from 'node:stream';
import type { Caller } from '../common/access/caller.ts';
import { objects } from '../common/adapters/objects.ts';
import { withTimeout } from '../common/concurrency/timeout.ts';
import { HttpError } from '../common/errors.ts';
import { type Fault, faultOf } from '../common/foreign-errors.ts';
import type { Objects } from '../common/ports.ts';
import { type Base64Json, base64Json, jsonSize } from './base64-json.ts';
import { decodedUri, type EncodedUri } from './encoded-uri.ts';
import { findImage } from './find-image.ts';

/** The platform's limit for an answer (Facts: Functions), bytes. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** Milliseconds to wait for an object's first bytes. */
const FIRST_BYTE = 20_000;

/** Attempts if an object is overwritten between the read of its size and its first byte. */
const ATTEMPTS = 3;

interface Answer {
  stream: Readable;
  /** Of the JSON, in bytes. */
  length: number;
}

/**
 * The stored bytes and their media type as JSON with a data URI (Spec 4.2).
 * @param input.signal aborted when the client disconnects
 * @throws HttpError `file not found` with the decoded URI, `image too large to answer`, `uri invalid`, `forbidden`
 */
export async function readBase64(input: {
  uri: EncodedUri;
  caller: Caller;
  signal: AbortSignal;
}): Promise<Answer> {
  const found = await findImage(input.uri, input.caller, 'viewer');
  const json = found ? await openJson(found.object, input.signal, objects) : null;
  if (!json) throw new HttpError('file not found', { uri: decodedUri(input.uri) });
  return json;
}

async function openJson(name: string, signal: AbortSignal, objects: Objects): Promise<Answer | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stat = await objects.stat(name);
    if (!stat) return null;
    if (jsonSize('application/octet-stream', stat.size) > MAX_ANSWER) {
      throw new HttpError('image too large to answer');
    }
    // Reads the generation whose size is already announced, or nothing.
    const json = base64Json(addAbortSignal(signal, objects.read(name, stat.generation)));
    const mediaType = await startOf(json);
    if (mediaType !== null) return { stream: json.stream, length: jsonSize(mediaType, stat.size) };
  }
  return null;
}

/** The media type; null if this generation is gone. */
async function startOf({ stream, mediaType }: Base64Json): Promise<string | null> {
  try {
    return await withTimeout(FIRST_BYTE, 'object read', mediaType);
  } catch (error) {
    stream.destroy();
    if (GONE.has(faultOf(error))) return null;
    throw error;
  }
}

const GONE: ReadonlySet<Fault> = new Set(['missing', 'changed']);
