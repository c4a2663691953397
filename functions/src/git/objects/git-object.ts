import { createHash } from 'node:crypto';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  type: ObjectType;
  body: Buffer;
}

export const objectHeader = (type: ObjectType, size: number): Buffer =>
  Buffer.from(`${type} ${size}\0`, 'latin1');

/** The object's name, 40 hex digits. */
export function hashObject(type: ObjectType, body: Uint8Array): string {
  return createHash('sha1').update(objectHeader(type, body.length)).update(body).digest('hex');
}

export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
export const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
export const NULL_OID = '0'.repeat(40);
