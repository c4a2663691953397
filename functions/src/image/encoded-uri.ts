/** The path parameter names no object (Spec 7: "No defined image gsuri"). */
export class EncodedUriFault extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'EncodedUriFault';
  }
}

/** Cloud Storage's own limit for an object name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 1024;

/** Left over after one decoding, these would turn into a separator, a dot, a control character or `%` in a second. */
const ENCODED_TWICE = /%(2f|5c|2e|25|[01][0-9a-f]|7f)/i;

/**
 * An object's name as the image routes take it (Spec 2.4): every `/` as `--`. Names with `--` in them, or with a
 * `-` before a `/`, share their encoded form with other names: an image record keeps this form for the look-up.
 */
export const encodeObjectName = (name: string): string => name.replaceAll('/', '--');

/**
 * The object name that an encoded one stands for, when no record with this encoded form says otherwise (Contract 5).
 * @param encoded the path parameter, percent-decoded once
 * @throws {EncodedUriFault} empty, empty or dot segments, control characters, `/` or `\` (so a whole uri too), a
 *   `gs:` scheme, what was encoded twice, text that is no Unicode, more than 1,024 bytes
 */
export function decodeObjectName(encoded: string): string {
  if (encoded === '') throw new EncodedUriFault('empty');
  if (/[/\\]/.test(encoded)) throw new EncodedUriFault('separator');
  if (/^gs:/i.test(encoded)) throw new EncodedUriFault('scheme');
  if (/\p{Cc}/u.test(encoded) || !encoded.isWellFormed()) throw new EncodedUriFault('characters');
  if (ENCODED_TWICE.test(encoded)) throw new EncodedUriFault('encoded twice');
  const name = encoded.replaceAll('--', '/');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new EncodedUriFault('too long');
  if (name.split('/').some((segment) => ['', '.', '..'].includes(segment))) {
    throw new EncodedUriFault('segment');
  }
  return name;
}
