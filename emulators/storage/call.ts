import type { IncomingMessage } from 'node:http';
import type { CorsRule } from './cors-rule.ts';
import { invalid } from './errors.ts';
import type { Sessions } from './sessions.ts';
import type { SigningKey } from './signing-key.ts';
import type { Store } from './store.ts';

/** One parsed request. */
export interface Call {
  method: string;
  /** As sent, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: IncomingMessage;
  /** Address of this server, `http://host:port`. */
  origin: string;
  /** Decoded path parameters: bucket, object, toBucket, toObject. */
  names: Partial<Record<'bucket' | 'object' | 'toBucket' | 'toObject', string>>;
}

/** What operations use. */
export interface Parts {
  store: Store;
  sessions: Sessions;
  clock: () => number;
  signingKey?: SigningKey;
  /** CORS settings of every bucket. */
  cors: readonly CorsRule[];
}

/** Result of an operation; the server sends it, or resets the connection if a fault says so. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** An open file and the range to send (`end` excluded). */
  file?: { descriptor: number; start: number; end: number; gunzip?: boolean };
}

export type Operation = (call: Call, parts: Parts) => Reply | Promise<Reply>;

/** Maximum bytes of a JSON body. */
const JSON_LIMIT = 1024 * 1024;

/** The object in a body; an empty body is `{}`. @throws 400 for anything else */
export async function readRecord(body: AsyncIterable<unknown>): Promise<Record<string, unknown>> {
  const json = await readJson(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw invalid('Parse Error');
  return json as Record<string, unknown>;
}

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
