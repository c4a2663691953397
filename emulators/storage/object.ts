import { createHash } from 'node:crypto';

/** Text fields of an object that a caller may set, besides the custom `metadata`. */
export const SETTINGS = [
  'contentType',
  'cacheControl',
  'contentDisposition',
  'contentEncoding',
  'contentLanguage',
  'customTime',
  'storageClass',
] as const;
export type Settings = Partial<Record<(typeof SETTINGS)[number], string>>;

/** One generation of an object. Its bytes are the file `blob`, which never changes. */
export interface StoredObject {
  bucket: string;
  name: string;
  /** Clock in microseconds, strictly increasing. */
  generation: number;
  metageneration: number;
  size: number;
  /** Base64, highest byte first. */
  crc32c: string;
  /** Base64. */
  md5Hash: string;
  blob: string;
  /** ISO 8601. */
  timeCreated: string;
  updated: string;
  settings: Settings;
  metadata?: Record<string, string>;
  /** Number of parts of a composed object, which has no md5Hash. */
  componentCount?: number;
}

export const DEFAULT_CONTENT_TYPE = 'application/octet-stream';

/** Changes with every generation and metageneration. */
export function etagOf({ generation, metageneration }: StoredObject): string {
  return createHash('sha1').update(`${generation}/${metageneration}`).digest('base64').slice(0, -1);
}
