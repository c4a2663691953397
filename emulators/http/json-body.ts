import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

/** @throws HttpError 413 above `limit` bytes (the rest of the body is still read), 400 if it is not JSON */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new HttpError(413, `The request body is larger than ${limit} bytes.`);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new HttpError(400, 'The request body is not JSON.');
  }
}
