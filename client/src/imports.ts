import type { Answer } from './answer.ts';
import type { Resource } from './resource.ts';
import { pause } from './retry.ts';
import { type CallOptions, randomId, startDeadline } from './transport.ts';
import { type ArchiveSource, sendArchive } from './upload-archive.ts';

type MadeAnswer = Answer<'POST /dataset/{dataset_id}/import'>;
type CheckAnswer = Answer<'POST /dataset/{dataset_id}/import/{import_id}/check'>;
type RunAnswer = Answer<'POST /dataset/{dataset_id}/import/{import_id}/run'>;

/** `upload`: URL that takes the archive's bytes. */
export type MadeImport = Pick<MadeAnswer, 'id' | 'upload'>;
/** What an import would add. */
export type CheckedImport = Omit<CheckAnswer, 'error' | 'status'>;
/** How far an import is. */
export type ImportState = Omit<RunAnswer, 'error' | 'status'>;
export type ImportFormat = CheckAnswer['format'];

export interface ImportOptions {
  /** Recognized by the archive's content unless given. */
  format?: ImportFormat;
  /** Tag id or name by label of the archive; null leaves a label out. */
  tagmap?: Record<string, string | null> | string;
}

export interface SendOptions extends CallOptions {
  /** File name of the archive. */
  name?: string;
  /** Called with the bytes that have arrived. */
  onProgress?: ((sent: number, size: number) => void) | undefined;
}

/** Imports of archives into a dataset: upload, check, run. */
export class Imports {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** Begins an import of an archive of this name and size. */
  make(name: string, size: number, options?: CallOptions): Promise<MadeImport> {
    return this.#resource.ask({ method: 'POST', json: { name, size }, key: randomId() }, options);
  }

  /**
   * Sends the bytes of an import that was made. A broken connection is resumed where it broke; so is an upload of another
   * process or page, with the same `upload`. Without a deadline it takes as long as bytes arrive.
   */
  async send(
    upload: string,
    archive: ArchiveSource,
    { onProgress, signal, deadline }: Omit<SendOptions, 'name'> = {},
  ): Promise<void> {
    await sendArchive(upload, archive, { onProgress, signal, deadline }, this.#resource.transport.settings);
  }

  /** Makes an import and sends its archive. @returns id of the import */
  async upload(archive: ArchiveSource, { name, onProgress, ...options }: SendOptions = {}): Promise<string> {
    const given =
      name ?? ('name' in archive && typeof archive.name === 'string' ? archive.name : 'archive.zip');
    const size = archive instanceof Uint8Array ? archive.byteLength : archive.size;
    const left = startDeadline(options.deadline);
    const { id, upload } = await this.make(given, size, options);
    await this.send(upload, archive, { onProgress, signal: options.signal, deadline: left() });
    return id;
  }

  /** What the import would bring; changes nothing. */
  check(
    id: string,
    { format, tagmap, ...options }: ImportOptions & CallOptions = {},
  ): Promise<CheckedImport> {
    const asked = { method: 'POST', json: { format, tagmap }, isLong: true } as const;
    return this.#resource.at(id, 'check').ask(asked, options);
  }

  /** Imports for some seconds. @param options.seconds 40 unless given */
  step(
    id: string,
    { format, tagmap, seconds, ...options }: ImportOptions & CallOptions & { seconds?: number } = {},
  ): Promise<ImportState> {
    const json = { format, tagmap, seconds };
    return this.#resource.at(id, 'run').ask({ method: 'POST', json, isLong: true }, options);
  }

  /** Imports until everything is done, in steps. A run that was interrupted is continued. Without a deadline each step has its own. */
  async run(
    id: string,
    {
      onProgress,
      ...options
    }: ImportOptions & CallOptions & { seconds?: number; onProgress?: (state: ImportState) => void } = {},
  ): Promise<ImportState> {
    const left = startDeadline(options.deadline);
    for (;;) {
      const state = await this.step(id, { ...options, deadline: left() });
      onProgress?.(state);
      if (state.state === 'done') return state;
      await pause(BETWEEN, options.signal);
    }
  }
}

/** Milliseconds between two steps. */
const BETWEEN = 200;
