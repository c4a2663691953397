import type { Blob } from './blob.ts';
import { invalid } from './errors.ts';

/** Checksums from the sender, base64. */
export interface Sums {
  crc32c?: string;
  md5Hash?: string;
}

/** From the header `X-Goog-Hash: crc32c=...,md5=...` and from the resource. */
export function sumsOf(header: string | string[] | undefined, resource: unknown = {}): Sums {
  const { crc32c, md5Hash } = resource as Record<string, unknown>;
  const sums: Sums = {};
  for (const part of String(header ?? '').split(',')) {
    const [, kind, value] = /^\s*(crc32c|md5)=(.+?)\s*$/.exec(part) ?? [];
    if (kind === 'crc32c' && value) sums.crc32c = value;
    if (kind === 'md5' && value) sums.md5Hash = value;
  }
  if (typeof crc32c === 'string') sums.crc32c = crc32c;
  if (typeof md5Hash === 'string') sums.md5Hash = md5Hash;
  return sums;
}

/** @throws 400 if the bytes do not match the sender's checksums */
export function requireIntegrity(blob: Blob, { crc32c, md5Hash }: Sums): void {
  if (crc32c !== undefined && crc32c !== blob.crc32c) {
    throw invalid(`Provided CRC32C "${crc32c}" doesn't match calculated CRC32C "${blob.crc32c}".`);
  }
  if (md5Hash !== undefined && md5Hash !== blob.md5Hash) {
    throw invalid(`Provided MD5 hash "${md5Hash}" doesn't match calculated MD5 hash "${blob.md5Hash}".`);
  }
}
