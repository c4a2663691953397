/**
 * Contract 1: the local stack serves this machine only. A loopback port alone is not enough: any page in the developer's
 * browser can send requests to it, or point its own name at 127.0.0.1 (DNS rebinding).
 */
import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

export interface LocalPolicy {
  /** Whether the request may change something. */
  changes: boolean;
  /** Whether pages of other sites may read the answer, because it is protected otherwise (CORS, a signature). */
  readable?: boolean;
  /** Allowed origins besides the loopback ones. */
  origins?: readonly string[];
}

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

const WRONG_HOST = 'This server answers only to 127.0.0.1, localhost and [::1].';
const WRONG_PAGE = 'This server answers only to pages of 127.0.0.1, localhost and [::1].';

/** @throws HttpError 403 for another Host, and for requests that a page of another site makes the browser send */
export function requireLocal({ headers }: IncomingMessage, policy: LocalPolicy): void {
  if (!LOOPBACK.test(headers.host ?? '')) throw new HttpError(403, WRONG_HOST);
  if (headers.origin === undefined ? isPagePart(headers) && policy.changes : isBarred(headers.origin, policy))
    throw new HttpError(403, WRONG_PAGE);
}

/**
 * Images, forms and links send no Origin header but a Sec-Fetch-Site; programs and typed addresses send neither. A script
 * without Origin runs in a browser whose web security is off, as in tests: then the Referer decides.
 */
function isPagePart(headers: IncomingMessage['headers']): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, referer } = headers;
  if (site === undefined || site === 'none' || site === 'same-origin') return false;
  return mode !== 'cors' || !isLoopbackOrigin(URL.parse(referer ?? '')?.origin ?? '');
}

function isBarred(origin: string, { changes, readable, origins = [] }: LocalPolicy): boolean {
  return !(isLoopbackOrigin(origin) || origins.includes(origin) || (readable && !changes));
}

function isLoopbackOrigin(origin: string): boolean {
  const [, host = ''] = /^https?:\/\/(.*)$/i.exec(origin) ?? [];
  return LOOPBACK.test(host);
}
