import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { DatasetType, ImageRecord } from '../../common/model.ts';
import type { PageStore } from '../page-store.ts';
import type { CsvImage } from './csv-rows.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/**
 * Keeps the fields for the rows, compressed page by page, while records are read, in their order. The sets are known only after the last
 * record, and reading all records twice would double the cost. About 50 bytes per image without boxes.
 */
export class CsvSpool {
  readonly #type: DatasetType;
  readonly #store: PageStore;

  constructor(type: DatasetType, store: PageStore) {
    this.#type = type;
    this.#store = store;
  }

  async add(images: readonly ImageRecord[]): Promise<void> {
    if (images.length === 0) return;
    const text = JSON.stringify(images.map((image) => this.#trim(image)));
    await this.#store.add(await pack(text, { level: 1 }));
  }

  /** The pages in the order in which they were added; can be read more than once. */
  async *pages(): AsyncGenerator<CsvImage[]> {
    for await (const page of this.#store.pages())
      yield JSON.parse((await unpack(page)).toString()) as CsvImage[];
  }

  /** Each dataset type needs one kind of tags only (see imageRows). */
  #trim({ uri, set, tag, tags, tagsContained }: ImageRecord): CsvImage {
    return {
      uri,
      set,
      tag,
      tags: this.#type === 'imageObjectDetection' ? tags : [],
      tagsContained: this.#type === 'MULTILABEL' ? tagsContained : [],
    };
  }
}
