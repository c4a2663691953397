import { invalid } from './errors.ts';

/** Bytes of UTF-8. */
const LONGEST_OBJECT = 1024;
const LONGEST_BUCKET = 222;
const BUCKET = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;
const ADDRESS = /^\d+(\.\d+){3}$/;

/**
 * @throws 400 for a name that the service rejects: empty, over 1,024 bytes, `.`, `..`, with line breaks, not Unicode, or
 *   under the path of certificate challenges
 */
export function requireObjectName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw invalid('Required object name');
  const isWrong =
    Buffer.byteLength(name) > LONGEST_OBJECT ||
    /^\.{1,2}$|[\r\n\0]|^\.well-known\/acme-challenge\//.test(name);
  if (isWrong || !name.isWellFormed()) throw invalid('Invalid object name');
  return name;
}

/** @throws 400. With dots a bucket's name may be longer, but each part has at most 63 characters. */
export function requireBucketName(name: unknown): string {
  const isRight =
    typeof name === 'string' &&
    name.length >= 3 &&
    name.length <= LONGEST_BUCKET &&
    BUCKET.test(name) &&
    name.split('.').every((part) => part.length > 0 && part.length <= 63) &&
    !ADDRESS.test(name) &&
    !name.startsWith('goog');
  if (!isRight) throw invalid(`Invalid bucket name: '${String(name)}'`);
  return name;
}
