import { closeSync, createReadStream, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Reply } from './call.ts';

/** Up to this size a file is read and sent in one piece, which is several times faster than a stream. */
const ONE_PIECE = 1024 * 1024;

/** Sends an answer. A client that goes away is no error. */
export async function send(response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers = {}, json, text, file } = reply;
  if (file) return sendFile(response, reply, file);
  const body = json === undefined ? text : JSON.stringify(json);
  if (json !== undefined) headers['content-type'] = 'application/json; charset=UTF-8';
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  response.end(body);
}

async function sendFile(
  response: ServerResponse,
  { status, headers }: Reply,
  file: NonNullable<Reply['file']>,
) {
  const { descriptor, start, end } = file;
  response.writeHead(status, headers);
  if (end - start > ONE_PIECE) {
    const stream = createReadStream('', { fd: descriptor, start, end: end - 1, highWaterMark: 256 * 1024 });
    await pipeline(stream, response).catch(() => response.destroy());
    return;
  }
  try {
    const { buffer } = await promisify(read)(descriptor, Buffer.alloc(end - start), 0, end - start, start);
    response.end(buffer);
  } finally {
    closeSync(descriptor);
  }
}

/** For a reply that is not sent after all. */
export function discard({ file }: Reply): void {
  if (file) closeSync(file.descriptor);
}
