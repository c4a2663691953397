/** Ports for imports into a dataset (Contract 11). Adapters are in `adapters/`. */

export const IMPORT_STATES = ['waiting', 'running', 'done'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Numbers of images. `known` were in the dataset already; `failed` could not be imported. */
export interface ImportProgress {
  total: number;
  done: number;
  added: number;
  known: number;
  failed: number;
}

/** Something in an archive that cannot be read, and why. */
export interface Unread {
  path: string;
  reason: string;
}

/** `dataset/{id}/import/{i}`, which a listener of the web SDK can follow. */
export interface ImportRecord {
  id: string;
  /** File name of the archive, and its size in bytes. */
  name: string;
  size: number;
  /** uid of the person, `''` if unknown. */
  by: string;
  /** Unix milliseconds. Images have it as their date if nothing in the archive says another one. */
  createdAt: number;
  state: ImportState;
  /** What was recognized or requested by the last run; `''` before it. */
  format: string;
  progress: ImportProgress;
  /** What cannot be read: its number, and the first ones. */
  unread: { count: number; items: readonly Unread[] };
  /** Identifies what the running import does: another request starts from the beginning. */
  request: string;
}

export type ImportStep = Pick<ImportRecord, 'state' | 'format' | 'progress' | 'unread' | 'request'>;

export interface Imports {
  /** An earlier attempt of the same request may have created it: it is kept then. */
  create(dataset: string, record: Pick<ImportRecord, 'id' | 'name' | 'size' | 'by'>): Promise<void>;
  find(dataset: string, id: string): Promise<ImportRecord | null>;
  /** Called every few seconds during a run. False: the record is gone. */
  note(dataset: string, id: string, step: ImportStep): Promise<boolean>;
}

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
}
