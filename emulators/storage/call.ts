import type { IncomingMessage } from 'node:http';
import { invalid } from './errors.ts';
import type { Sessions } from './sessions.ts';
import type { SigningKey } from './signing-key.ts';
import type { Store } from './store.ts';

/** One request, its path taken apart. */
export interface Call {
  method: string;
  /** As sent, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: IncomingMessage;
  /** Where this server is reached, `http://host:port`. */
  origin: string;
  /** Decoded parts of the path: bucket, object, toBucket, toObject. */
  names: Partial<Record<'bucket' | 'object' | 'toBucket' | 'toObject', string>>;
}

/** What the operations work on. */
export interface Rooms {
  store: Store;
  sessions: Sessions;
  clock: () => number;
  signingKey?: SigningKey;
}

/** What an operation answers; the server sends it, or breaks the connection when it was told to. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** An open file, and the bytes of it to send (`end` excluded). */
  file?: { descriptor: number; start: number; end: number };
}

export type Operation = (call: Call, rooms: Rooms) => Reply | Promise<Reply>;

/** Records and settings are small; more than this is not one. */
const JSON_LIMIT = 1024 * 1024;

/** An empty body is `{}`. */
export async function readJson(body: AsyncIterable<unknown>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Buffer).length;
    if (size > JSON_LIMIT) throw invalid('The request body is too large.');
    chunks.push(chunk as Buffer);
  }
  return parseJson(Buffer.concat(chunks));
}

export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw invalid('Parse Error');
  }
}

/** @throws 400 for a name that the service refuses: empty, over 1,024 bytes, `.`, `..` or with line breaks */
export function requireObjectName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw invalid('Required object name');
  const size = Buffer.byteLength(name);
  if (size > 1024 || name === '.' || name === '..' || /[\r\n]/.test(name))
    throw invalid('Invalid object name');
  return name;
}
