import type { CheckImportAnswer, MakeImportAnswer, RunImportAnswer } from './api.ts';
import { ImportsCalls } from './calls.ts';
import type { Told } from './group.ts';
import { type CallOptions, startDeadline } from './transport.ts';
import { type ArchiveSource, sendArchive, sizeOf } from './upload-archive.ts';

/** `upload`: URL that takes the archive's bytes. */
export type MadeImport = Told<MakeImportAnswer>;
/** What an import would add. */
export type CheckedImport = Told<CheckImportAnswer>;
/** What an import has brought. */
export type Imported = Told<RunImportAnswer>;
export type ImportFormat = CheckImportAnswer['format'];

export interface SendOptions extends CallOptions {
  /** File name of the archive. */
  name?: string;
  /** Called with the bytes that have arrived. */
  onProgress?: ((sent: number, size: number) => void) | undefined;
}

export class Imports extends ImportsCalls {
  /**
   * Sends the bytes of an import that was made. A broken connection is resumed where it broke; so is an upload of another
   * process or page, with the same `upload`. Without a deadline it takes as long as bytes arrive.
   */
  async send(
    upload: string,
    archive: ArchiveSource,
    { onProgress, signal, deadline }: Omit<SendOptions, 'name'> = {},
  ): Promise<void> {
    await sendArchive(upload, archive, { onProgress, signal, deadline }, this.resource.transport.settings);
  }

  /** Makes an import and sends its archive. @returns id of the import */
  async upload(archive: ArchiveSource, { name, onProgress, ...options }: SendOptions = {}): Promise<string> {
    const given =
      name ?? ('name' in archive && typeof archive.name === 'string' ? archive.name : 'archive.zip');
    const left = startDeadline(options.deadline);
    const { id, upload } = await this.make({ name: given, size: sizeOf(archive) }, options);
    await this.send(upload, archive, { onProgress, signal: options.signal, deadline: left() });
    return id;
  }
}
