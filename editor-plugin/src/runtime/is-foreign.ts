import type { Request } from './red.ts';

/**
 * Whether a page of another site makes the browser send this. Without adminAuth the editor has no token that such a
 * page would lack, and old editors answer any origin. Programs that are no browser send neither header.
 */
export function isForeign({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  // Only a page's own script, or another's after asking, can say that it sends JSON.
  return headers.origin !== undefined && !/^application\/json\b/.test(headers['content-type'] ?? '');
}
