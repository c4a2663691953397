import { addAbortSignal, type Readable } from 'node:stream';
import type { Caller } from '../common/access/caller.ts';
import { isMissing } from '../common/adapters/objects.ts';
import { Refusal } from '../common/errors.ts';
import type { Objects } from '../common/ports.ts';
import { within } from '../common/within.ts';
import { type Base64Json, base64Json, jsonSize } from './base64-json.ts';
import { decodedUri, type FindPorts, findImage } from './find-image.ts';

/** The platform's limit for an answer (facts: functions), bytes. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** Milliseconds for an object's first bytes to come. */
const FIRST_BYTE = 20_000;

/** How often an object is looked for that is overwritten between the look at its size and its first byte. */
const TRIES = 3;

interface Answer {
  stream: Readable;
  /** Of the JSON, in bytes. */
  length: number;
}

/**
 * The stored bytes and their media type as JSON with a data URI (Spec 4.2).
 * @param input.signal aborted when nobody wants the answer any more
 * @throws Refusal `file not found` with the decoded uri, `image too large to answer`, `uri invalid`, `forbidden`
 */
export async function readBase64(
  input: { encoded: string; caller: Caller; signal: AbortSignal },
  ports: FindPorts,
): Promise<Answer> {
  const found = await findImage(input.encoded, input.caller, 'viewer', ports);
  const json = found ? await openJson(found.object, input.signal, ports.objects) : null;
  if (!json) throw new Refusal('file not found', { uri: decodedUri(input.encoded) });
  return json;
}

async function openJson(name: string, signal: AbortSignal, objects: Objects): Promise<Answer | null> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stat = await objects.stat(name);
    if (!stat) return null;
    if (jsonSize('application/octet-stream', stat.size) > MAX_ANSWER) {
      throw new Refusal('image too large to answer');
    }
    // The generation that the length was taken of, or nothing.
    const json = base64Json(addAbortSignal(signal, objects.read(name, stat.generation)));
    const mediaType = await startOf(json);
    if (mediaType !== null) return { stream: json.stream, length: jsonSize(mediaType, stat.size) };
  }
  return null;
}

/** The media type; null when this generation is gone. */
async function startOf({ stream, mediaType }: Base64Json): Promise<string | null> {
  try {
    return await within(FIRST_BYTE, 'object read', mediaType);
  } catch (error) {
    stream.destroy();
    if (isMissing(error) || hasChanged(error)) return null;
    throw error;
  }
}

const hasChanged = (error: unknown): boolean => Number((error as { code?: unknown }).code) === 412;
