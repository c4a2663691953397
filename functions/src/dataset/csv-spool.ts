import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { DatasetType, ImageRecord } from '../common/model.ts';
import type { CsvImage } from './csv-rows.ts';

/** What the rows of an image are made of. */
export type SpooledImage = CsvImage & Pick<ImageRecord, 'id'>;

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/**
 * Keeps what the rows need, page by page and packed, while the records are read: the sets are known only after the
 * last record, and reading all of them twice would cost twice. About 50 bytes for an image without boxes.
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

  /** The pages as they were added, as often as asked. */
  async *pages(): AsyncGenerator<SpooledImage[]> {
    for (const page of this.#pages) yield JSON.parse((await unpack(page)).toString()) as SpooledImage[];
  }

  /** Each type looks at one kind of tags (see imageRows). */
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
