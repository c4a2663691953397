import { createHash, createHmac, timingSafeEqual, verify } from 'node:crypto';
import type { Call } from './call.ts';
import { StorageError } from './errors.ts';
import type { HmacKey, SigningKey } from './signing-key.ts';

type SignedCall = Pick<Call, 'method' | 'path' | 'query' | 'headers'>;

/** The longest lifetime of a link in seconds, as in the service. */
const LONGEST = 7 * 24 * 3600;

/**
 * Checks a V4 signed link (query form, unsigned payload), signed by RSA or HMAC.
 * @param now milliseconds
 * @throws 403 AccessDenied without a signature or before its time, SignatureDoesNotMatch, ExpiredToken
 */
export function requireSignature(call: SignedCall, key: SigningKey, now: number): void {
  const { query } = call;
  const signature = query.get('X-Goog-Signature');
  if (!signature) throw new StorageError(403, 'AccessDenied', 'Anonymous caller does not have access.');
  const [id = '', ...scope] = (query.get('X-Goog-Credential') ?? '').split('/');
  const isRight = verifierOf({ algorithm: query.get('X-Goog-Algorithm'), id, scope }, key);
  const texts = hostsOf(call).map((host) => textToSign(call, scope.join('/'), host));
  const bytes = Buffer.from(signature, 'hex');
  if (!texts.some((text) => isRight(text, bytes))) {
    throw new StorageError(403, 'SignatureDoesNotMatch', 'Access denied: the signature does not match.');
  }
  requireInTime(query, now);
}

type Verifier = (text: string, signature: Buffer) => boolean;

/** @param credential `scope`: day, location, service and type of the request */
function verifierOf(
  { algorithm, id, scope }: { algorithm: string | null; id: string; scope: readonly string[] },
  { clientEmail, publicKeyPem, hmac }: SigningKey,
): Verifier {
  if (algorithm === 'GOOG4-RSA-SHA256' && id === clientEmail)
    return (text, signature) => verify('RSA-SHA256', Buffer.from(text), publicKeyPem, signature);
  if (algorithm === 'GOOG4-HMAC-SHA256' && id === hmac.metadata.accessId)
    return (text, signature) => {
      const right = hmacSignature(text, scope, hmac);
      return right.length === signature.length && timingSafeEqual(right, signature);
    };
  return () => false;
}

/** The key of a signature is derived from the secret by each part of the scope in turn. */
function hmacSignature(text: string, scope: readonly string[], { secret }: HmacKey): Buffer {
  let key = Buffer.from(`GOOG4${secret}`);
  for (const part of [...scope, text]) key = createHmac('sha256', key).update(part).digest();
  return key;
}

function requireInTime(query: URLSearchParams, now: number): void {
  const start = parseDate(query.get('X-Goog-Date') ?? '');
  const seconds = Number(query.get('X-Goog-Expires'));
  if (now < start) throw new StorageError(403, 'AccessDenied', 'Request is not yet valid.');
  const lives = seconds > 0 && seconds <= LONGEST && now < start + seconds * 1000;
  if (!lives) throw new StorageError(403, 'ExpiredToken', 'The provided token has expired.');
}

/** @param text `YYYYMMDDTHHMMSSZ` @returns milliseconds, NaN if malformed */
function parseDate(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** The official client signs the bare host name, others sign the Host header with its port. */
function hostsOf({ headers }: SignedCall): string[] {
  const host = headers.host ?? '';
  return [host, host.replace(/:\d+$/, '')];
}

function textToSign(call: SignedCall, scope: string, host: string): string {
  const request = canonicalRequest(call, host);
  const hash = createHash('sha256').update(request).digest('hex');
  const { query } = call;
  return [query.get('X-Goog-Algorithm'), query.get('X-Goog-Date'), scope, hash].join('\n');
}

function canonicalRequest({ method, path, query, headers }: SignedCall, host: string): string {
  const names = (query.get('X-Goog-SignedHeaders') ?? '').split(';');
  const headerOf = (name: string) => (name === 'host' ? host : String(headers[name] ?? ''));
  const lines = names.map(
    (name) =>
      `${name}:${headerOf(name)
        .trim()
        .replace(/\s{2,}/g, ' ')}\n`,
  );
  const payload = headers['x-goog-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  return [method, path, canonicalQuery(query), lines.join(''), names.join(';'), payload].join('\n');
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .filter(([key]) => key !== 'X-Goog-Signature')
    .map(([key, value]) => [encode(key), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
