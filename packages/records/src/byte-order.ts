const HIGH = /[\ud800-\uffff]/;

/**
 * Cloud Storage and Firestore sort strings by their UTF-8 bytes, which differs from JavaScript's order only from U+D800 on.
 */
export function byteOrder(a: string, b: string): number {
  if (a === b) return 0;
  if (!HIGH.test(a) || !HIGH.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
