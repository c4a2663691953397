/** Ports for imports into a dataset (Contract 11). Adapters are in `adapters/`. */
import type { importRecord } from '../../../../packages/records/src/import.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';

export type ImportRecord = RecordOf<typeof importRecord>;

/** Numbers of images. `known` were in the dataset already; `failed` could not be imported. */
export type ImportProgress = ImportRecord['progress'];

/** What an import has come to so far. */
export type ImportStep = Pick<ImportRecord, 'format' | 'progress' | 'unread'>;

interface UploadAbout {
  contentType: string;
  size: number;
  origin: string | null;
}

/** Uploads from outside, and reads of parts of an object. */
export interface Uploads {
  /**
   * Starts a resumable upload of an object that does not exist yet.
   * @param about `size` in bytes: it takes no more and no fewer; `origin` of the page that will send them, null for other programs
   * @returns URL that takes the bytes from anyone who has it, for a week
   */
  begin(name: string, about: UploadAbout): Promise<string>;
  /**
   * Bytes from `start` to before `end` of one generation of an object; fewer if the object ends earlier. Fails with code 404
   * or 412 if it is gone or changed.
   */
  range(name: string, range: { start: number; end: number; generation: string }): Promise<Buffer>;
}

/** Name of the object of an import's archive. */
export const importName = (dataset: string, id: string): string => `import/${dataset}/${id}.zip`;

/** Images by the SHA-256 of their bytes. */
export interface Contents {
  /**
   * Id of an image of the dataset that has these bytes, and of the import that added it; null if there is none. Calls of one
   * moment share a query.
   */
  find(dataset: string, content: string): Promise<{ id: string; import?: string | undefined } | null>;
  /** How many images of the dataset an import has added that are there. */
  ofImport(dataset: string, id: string): Promise<number>;
}
