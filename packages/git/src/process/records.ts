/** Output of git with `-z`: records that end with NUL, as bytes. */
import { GitFault } from '../git-fault.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function splitRecords(bytes: Buffer, separator = 0): Buffer[] {
  const records: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(separator); end >= 0; end = bytes.indexOf(separator, start)) {
    records.push(bytes.subarray(start, end));
    start = end + 1;
  }
  if (start < bytes.length) records.push(bytes.subarray(start));
  return records;
}

/** Text by people, possibly old: what is not UTF-8 is read as Latin-1, which loses nothing. */
export function decodeText(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** A path for JSON. @throws GitFault `git_unsupported_name` if JSON cannot hold it */
export function decodePath(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new GitFault('git_unsupported_name', { path: bytes.toString('utf8') });
  }
}

/** A path for display only: what JSON cannot hold is replaced by U+FFFD. */
export const showPath = (bytes: Buffer): string => bytes.toString('utf8');

export const joinRecords = (records: readonly string[]): string =>
  records.map((each) => `${each}\0`).join('');
