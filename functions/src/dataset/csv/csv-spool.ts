import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { DatasetType, ImageRecord } from '../../common/model.ts';
import type { CsvImage } from './csv-rows.ts';

/** The fields of an image from which its rows are made. */
export type SpooledImage = CsvImage & Pick<ImageRecord, 'id'>;

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/**
 * Keeps the fields for the rows, compressed page by page, while records are read. The sets are known only after the last
 * record, and reading all records twice would double the cost. About 50 bytes per image without boxes.
 */
export class CsvSpool {
  readonly #type: DatasetType;
  readonly #pages: Buffer[] = [];

  constructor(type: DatasetType) {
    this.#type = type;
  }

  async add(images: readonly ImageRecord[]): Promise<void> {
    if (images.length === 0) return;
    const text = JSON.stringify(images.map((image) => this.#trim(image)));
    this.#pages.push(await pack(text, { level: 1 }));
  }

  /** The pages in the order in which they were added; can be read more than once. */
  async *pages(): AsyncGenerator<SpooledImage[]> {
    for (const page of this.#pages) yield JSON.parse((await unpack(page)).toString()) as SpooledImage[];
  }

  /** Each dataset type needs one kind of tags only (see imageRows). */
  #trim({ id, uri, set, tag, tags, tagsContained }: ImageRecord): SpooledImage {
    return {
      id,
      uri,
      set,
      tag,
      tags: this.#type === 'imageObjectDetection' ? tags : [],
      tagsContained: this.#type === 'MULTILABEL' ? tagsContained : [],
    };
  }
}
