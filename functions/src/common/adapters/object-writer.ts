/**
 * Writes small objects past the storage client, by the same service and credentials: its `save` makes a multipart stream
 * of them and three layers of retries around it, which takes a ninth of a worker's time at full load (bench ingest).
 */
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketName } from '../config.ts';
import { isTransient } from '../foreign-errors.ts';
import { lazy } from '../lazy.ts';
import { SILENCE, silent } from './silence.ts';
import { strangeAnswer } from './strange-answer.ts';

/** Milliseconds before the second, third, fourth and fifth try; each is drawn between half of it and the whole. */
const PAUSES = [100, 400, 1500, 4000];
/** Milliseconds after which no further try begins. */
const PATIENCE = 20_000;

const PRECONDITION_FAILED = 412;
/** Characters of an answer that are looked at. */
const LONGEST = 10_000;
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

/**
 * Durable when it returns true; false where an object of this name stood already, perhaps from an earlier try.
 * Fails with `code`: an HTTP status, or that of the broken connection.
 */
export async function putObject(name: string, bytes: Buffer, contentType: string): Promise<boolean> {
  const began = Date.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await putOnce(name, bytes, contentType);
    } catch (error) {
      const pause = PAUSES[attempt];
      if (pause === undefined || Date.now() - began >= PATIENCE || !isTransient(error)) throw error;
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
}

async function putOnce(name: string, bytes: Buffer, contentType: string): Promise<boolean> {
  const headers = { ...(await credentials()), 'content-type': contentType, 'content-length': bytes.length };
  const { status, text } = await send(addressOf(name), headers, bytes);
  if (status === PRECONDITION_FAILED) return false;
  if (status === 200 && hasGeneration(text)) return true;
  if (status === 200) throw strangeAnswer('object put');
  throw Object.assign(new Error(`object put: status ${status}`), { code: status });
}

/** As the answer to an object that is durable has, and no answer of whatever stands before the service. */
function hasGeneration(text: string): boolean {
  try {
    const { generation } = JSON.parse(text) as { generation?: unknown };
    return /^\d+$/.test(String(generation));
  } catch {
    return false;
  }
}

/** Generation 0: only where no such object stands, so that a try whose answer was lost can be made again. */
const addressOf = (name: string): URL =>
  new URL(
    `/upload/storage/v1/b/${bucketName()}/o?uploadType=media&ifGenerationMatch=0&fields=generation&name=${encodeURIComponent(name)}`,
    process.env.STORAGE_EMULATOR_HOST ?? 'https://storage.googleapis.com',
  );

async function credentials(): Promise<{ authorization?: string }> {
  if (process.env.STORAGE_EMULATOR_HOST) return {};
  const token = await (await auth()).getAccessToken();
  return { authorization: `Bearer ${token}` };
}

/** The platform's own account; it keeps its token until shortly before that ends. */
const auth = lazy(async () => {
  const { GoogleAuth } = await import('google-auth-library');
  return new GoogleAuth({ scopes: [SCOPE] });
});

interface Answer {
  status: number;
  /** Its beginning. */
  text: string;
}

/** Head and body leave in one write. */
const send = (url: URL, headers: Record<string, string | number>, bytes: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? requestPlain : requestSecure;
    const asking = request(url, { method: 'POST', headers, timeout: SILENCE }, (answer) => {
      take(answer, resolve, reject);
    });
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(silent()));
    asking.end(bytes);
  });

/** Read to its end, for a connection with an answer left in it cannot be used again. */
function take(
  answer: IncomingMessage,
  resolve: (answer: Answer) => void,
  reject: (error: Error) => void,
): void {
  let text = '';
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < LONGEST) text += chunk;
  });
  answer.once('error', reject).once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
}
