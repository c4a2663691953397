import { isId } from '../common/ids.ts';

/** The path parameter is not the name of an object (Spec 7: "No defined image gsuri"). */
export class EncodedUriFault extends Error {}

/** Cloud Storage's own limit for an object name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 1024;

/**
 * If one of these is left after one decoding, a second decoding would produce a separator, a dot, a control character or
 * `%`.
 */
const ENCODED_TWICE = /%(2f|5c|2e|25|[01][0-9a-f]|7f)/i;

/**
 * The object name that an encoded one stands for (`encodeObjectName`), when no record with this encoded form says otherwise (Contract 5).
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

/** The parsed path parameter of the image routes. */
export interface EncodedUri {
  /** Percent-decoded once. */
  encoded: string;
  /** Null: only a record with this encoded form can tell, because a name that contains `--` looks like empty segments. */
  name: string | null;
}

/** @throws {EncodedUriFault} as `decodeObjectName`, except for empty segments, which a `--` in the name may have made */
export function readEncodedUri(encoded: string): EncodedUri {
  try {
    return { encoded, name: decodeObjectName(encoded) };
  } catch (error) {
    const mayHaveRecord = error instanceof EncodedUriFault && error.message === 'segment';
    if (mayHaveRecord && encoded.includes('--')) return { encoded, name: null };
    throw error;
  }
}

/**
 * Maximum number of dataset ids that are tried if the name can be read in several ways; the format of our own objects comes
 * first.
 */
const MOST_FOLDERS = 8;

const FOLDER = 'dataset--';

/** Ids of the datasets in whose folder the object may be: several if an id or a file name contains `--`. */
export function foldersOf({ encoded }: EncodedUri): string[] {
  const ids: string[] = [];
  if (!encoded.startsWith(FOLDER)) return ids;
  let end = encoded.indexOf('--', FOLDER.length + 1);
  while (end >= 0 && ids.length < MOST_FOLDERS) {
    const id = encoded.slice(FOLDER.length, end);
    if (isId(id)) ids.push(id);
    end = encoded.indexOf('--', end + 1);
  }
  return ids;
}

/** With `/` as separator, for answers that name the requested file; unchanged if it cannot be decoded. */
export const decodedUri = ({ encoded, name }: EncodedUri): string => name ?? encoded.replaceAll('--', '/');
