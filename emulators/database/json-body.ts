import type { IncomingMessage } from 'node:http';
import { DatabaseError, invalid } from './database-error.ts';

/** Maximum bytes of a body, the same as for a WebSocket message. */
const MAX_BODY = 64 * 1024 * 1024;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE']);

export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY) throw new DatabaseError('too_big', 'A body exceeds 64 MB');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

/** The body's JSON; undefined for methods without one. Throws `invalid_data`. */
export async function readJson(request: IncomingMessage, method: string): Promise<unknown> {
  if (WITHOUT_BODY.has(method)) return undefined;
  try {
    return JSON.parse(await readText(request));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid("couldn't parse JSON object, array, or value.");
    throw error;
  }
}
