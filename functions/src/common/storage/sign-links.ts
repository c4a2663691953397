/**
 * Signed URLs of Storage's XML API by HMAC (V4, query form): https://cloud.google.com/storage/docs/authentication/signatures.
 * Signing takes two hashes and no call to a service.
 */
import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** HMAC key of a service account. */
export interface LinkKey {
  accessId: string;
  secret: string;
}

interface Links {
  /** `https://host`, without a path. */
  origin: string;
  bucket: string;
  /** Validity from `at`: at most 604,800 (seven days), or the service refuses the URL. */
  seconds: number;
  /** Unix milliseconds. */
  at: number;
}

const ALGORITHM = 'GOOG4-HMAC-SHA256';
/** The service accepts `auto` for a bucket of any location. */
const SCOPE = 'auto/storage/goog4_request';

/** What all links have in common is computed once. @returns the URL of an object, by its name, which may not be empty */
export function signLinks(key: LinkKey, { origin, bucket, seconds, at }: Links): (name: string) => string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${SCOPE}`;
  const derived = [day, ...SCOPE.split('/')].reduce<Buffer>(hmac, Buffer.from(`GOOG4${key.secret}`));
  // With the bytes of a key, Node 24 takes six times as long for each signature.
  const signingKey = createSecretKey(derived);
  // In the order of the signed text: by name.
  const query = [
    `X-Goog-Algorithm=${ALGORITHM}`,
    `X-Goog-Credential=${encode(`${key.accessId}/${scope}`)}`,
    `X-Goog-Date=${time}`,
    `X-Goog-Expires=${seconds}`,
    'X-Goog-SignedHeaders=host',
  ].join('&');
  const rest = `${query}\nhost:${new URL(origin).host}\n\nhost\nUNSIGNED-PAYLOAD`;
  return (name) => {
    // Signed for the bucket itself, it would list every object.
    if (name === '') throw new Error('A link needs the name of an object.');
    const path = `/${bucket}/${name.split('/').map(encode).join('/')}`;
    const hash = createHash('sha256').update(`GET\n${path}\n${rest}`).digest('hex');
    const signature = hmac(signingKey, [ALGORITHM, time, scope, hash].join('\n')).toString('hex');
    return `${origin}${path}?${query}&X-Goog-Signature=${signature}`;
  };
}

const hmac = (key: Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** All but letters, digits, `-`, `.`, `_` and `~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
