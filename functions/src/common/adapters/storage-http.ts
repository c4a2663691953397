/**
 * Calls Storage's JSON API directly, with the same service account as the client. The client's read stream ends the whole
 * process if it is destroyed before the answer comes (seen with 8.4 whenever a caller disconnects), its `save` takes a
 * ninth of a worker's time at full load, and it is the most expensive import of most routes. The client is used only for
 * long uploads and links. See docs/decisions.md.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { retry } from '../concurrency/retry.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { bucketOf } from '../config.ts';
import { lazy } from '../lazy.ts';

/** Milliseconds without a byte after which a connection is considered dead. */
const SILENCE = 10_000;
/** Milliseconds for one call, retries included. */
export const DEADLINE = 25_000;
/** Characters of an answer that are read: a page of a list has a thousand names of up to 1,024 bytes. */
const LONGEST = 4_000_000;
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

/** Statuses that mean something to callers. `changed`: the generation is not the one that the request names. */
export const STATUS = { ok: 200, noContent: 204, partial: 206, notFound: 404, changed: 412 };

export interface StorageRequest {
  /** Name of the call in the log: `object read`. */
  what: string;
  method?: 'GET' | 'POST' | 'DELETE';
  /** An object; if absent, `query` has the name of a new one, or where a list begins. */
  name?: string;
  isUpload?: boolean;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: Buffer;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** The answer as a stream, whatever its status. Fails with the code of a broken connection. */
export async function sendToStorage(asked: StorageRequest): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, signal } = asked;
  const url = addressOf(asked);
  const options = {
    method,
    headers: { ...(await credentials()), ...headers, ...(body && { 'content-length': body.length }) },
    timeout: SILENCE,
    ...(signal && { signal }),
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? requestPlain : requestSecure;
    const asking = request(url, options, resolve);
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(silent()));
    // Sends head and body in one write.
    asking.end(body);
  });
}

/**
 * Reads the whole answer, with retries.
 * @param good statuses that count as an answer; others fail with `code`
 * @param read parses the answer. @throws `strangeAnswer`, after which the request is repeated
 */
export const askStorage = <T>(
  asked: StorageRequest,
  good: readonly number[],
  read: (answer: Answer) => T,
): Promise<T> =>
  withTimeout(
    DEADLINE,
    asked.what,
    retry(async () => {
      const answer = await readAnswer(await sendToStorage(asked));
      if (good.includes(answer.status)) return read(answer);
      const isSuccess = answer.status >= 200 && answer.status < 300;
      throw isSuccess ? strangeAnswer(asked.what) : badStatus(asked.what, answer.status);
    }),
  );

export const badStatus = (what: string, status: number): Error =>
  Object.assign(new Error(`${what}: status ${status}`), { code: status });

/**
 * For a success that the service itself would not have sent, such as the page of a proxy in front of it. Nothing was done
 * then, so it counts as a bad gateway, which is retried.
 */
export const strangeAnswer = (what: string): Error =>
  Object.assign(new Error(`${what}: not an answer of the service`), { code: 502 });

/** Fields of an answer. @throws if the service did not send it */
export function fieldsOf(what: string, { text }: Answer): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null) return fields as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw strangeAnswer(what);
}

/** A real answer about an object has a generation. The answer of a proxy in front of the service does not. */
export function generationOf(what: string, { generation }: Record<string, unknown>): string {
  if (!/^\d+$/.test(String(generation))) throw strangeAnswer(what);
  return String(generation);
}

/** `https://host`, without a slash at its end. */
export const storageOrigin = (): string =>
  process.env.STORAGE_EMULATOR_HOST ?? 'https://storage.googleapis.com';

function addressOf({ name, isUpload = false, query = {} }: StorageRequest): URL {
  const known = name ?? query.name ?? query.prefix ?? query.startOffset ?? '';
  const path = `${isUpload ? '/upload' : ''}/storage/v1/b/${bucketOf(String(known))}/o`;
  const url = new URL(`${storageOrigin()}${path}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  return url;
}

async function credentials(): Promise<{ authorization?: string }> {
  if (process.env.STORAGE_EMULATOR_HOST) return {};
  const token = await (await auth()).getAccessToken();
  return { authorization: `Bearer ${token}` };
}

/** The platform's own account. It caches its token until shortly before the token expires. */
const auth = lazy(async () => {
  const { GoogleAuth } = await import('google-auth-library');
  return new GoogleAuth({ scopes: [SCOPE] });
});

const silent = (): Error => Object.assign(new Error(`silent for ${SILENCE} ms`), { code: 'ETIMEDOUT' });

/** Reads the rest: a connection with an unread answer cannot be reused. */
const readAnswer = (response: IncomingMessage): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      if (text.length < LONGEST) text += chunk;
    });
    response.once('error', reject);
    response.once('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
    );
  });
