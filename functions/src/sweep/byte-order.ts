const HIGH = /[\ud800-\uffff]/;

/** Cloud Storage and Firestore sort text by its UTF-8 bytes, which is how strings compare but from U+D800 on. */
export function byteOrder(a: string, b: string): number {
  if (a === b) return 0;
  if (!HIGH.test(a) || !HIGH.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
