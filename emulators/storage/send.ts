import { closeSync, createReadStream, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import type { Reply } from './call.ts';

/** Files up to this size are read and sent in one piece, which is several times faster than a stream. */
const ONE_PIECE = 1024 * 1024;

/** Sends an answer. A client that disconnects is not an error. */
export async function send(response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers = {}, json, text, file } = reply;
  if (file) return sendFile(response, reply, file);
  const body = json === undefined ? text : JSON.stringify(json);
  if (json !== undefined) headers['content-type'] = 'application/json; charset=UTF-8';
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(status, sendable(headers));
  response.end(body);
}

/** Object settings as headers: UTF-8, as the service sends them, without characters that would end the header. */
function sendable(headers: Record<string, string>): Record<string, string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: headers must not contain control characters
  const clean = (text: string) => Buffer.from(text.replace(/[\u0000-\u001f\u007f]/g, ' ')).toString('latin1');
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]));
}

async function sendFile(
  response: ServerResponse,
  { status, headers }: Reply,
  file: NonNullable<Reply['file']>,
) {
  const { descriptor, start, end } = file;
  response.writeHead(status, sendable(headers ?? {}));
  if (file.gunzip || end - start > ONE_PIECE) {
    const stream = createReadStream('', { fd: descriptor, start, end: end - 1, highWaterMark: 256 * 1024 });
    const sent = file.gunzip ? pipeline(stream, createGunzip(), response) : pipeline(stream, response);
    await sent.catch(() => response.destroy());
    return;
  }
  try {
    const { buffer } = await promisify(read)(descriptor, Buffer.alloc(end - start), 0, end - start, start);
    response.end(buffer);
  } finally {
    closeSync(descriptor);
  }
}

/** Releases a reply that is not sent. */
export function discard({ file }: Reply): void {
  if (file) closeSync(file.descriptor);
}
