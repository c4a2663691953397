import type { Request } from './red.ts';

/**
 * Whether a page of another site makes the browser send this request. Without adminAuth there is no token that such a page
 * would lack, and old editors accept any origin. Programs that are not browsers send neither header.
 */
export function isForeign({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  // Only scripts of the same origin, or of one allowed by CORS, can send this JSON content type.
  return headers.origin !== undefined && !/^application\/json\b/.test(headers['content-type'] ?? '');
}
