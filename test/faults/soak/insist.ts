import { setTimeout as wait } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

/** Milliseconds after which the platform ends a call of these functions (index.ts). */
const PATIENCE = 60_000;
/** Longest wait between two attempts in milliseconds: shorter than a camera's, so that more attempts meet a fault. */
const LONGEST_WAIT = 1500;

export interface Request {
  /** Name in the table of answers. */
  route: string;
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every area pass through here
  body: any;
}

/** Repeats a request until it succeeds, or is refused with an error for which a retry is useless, like a camera. */
export async function insist(request: Request, ledger: Ledger): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    if (tries > 0) ledger.counts.retries += 1;
    const answer = await tryOnce(request, ledger);
    if (answer && answer.status !== 429 && answer.status < 500) return answer;
    await wait(Math.random() * Math.min(LONGEST_WAIT, 100 * 2 ** tries));
  }
}

/** Null if the connection was lost, for example because the worker was killed. */
export async function tryOnce(request: Request, ledger: Ledger): Promise<Answer | null> {
  const { route, url, method = 'GET', headers = {}, body } = request;
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const init = { method, headers, signal, ...(body !== undefined && { body: body as BodyInit }) };
    const response = await fetch(url, init);
    const text = await response.text();
    ledger.noteAnswer(route, response.status);
    return { status: response.status, body: parse(text) };
  } catch {
    if (signal.aborted) ledger.findings.push(`${route} did not answer in ${PATIENCE / 1000} s`);
    else ledger.noteAnswer(route, 0);
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
