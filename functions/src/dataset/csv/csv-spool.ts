import type { CsvImage } from '../../../../packages/formats/csv/rows.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { chunks } from '../../common/chunks.ts';
import type { ImageRecord } from '../../common/model.ts';
import { packText, unpackText } from '../packed-text.ts';
import type { PageStore } from '../page-store.ts';

/** Images that are packed together. Text of many more is so large that it stays in memory until the next full collection. */
const PACKED = 250;

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
    for (const some of chunks(images, PACKED))
      await this.#store.add(packText(JSON.stringify(some.map((image) => this.#trim(image)))));
  }

  /** The pages in the order in which they were added; can be read more than once. */
  async *pages(): AsyncGenerator<CsvImage[]> {
    for await (const page of this.#store.pages()) yield JSON.parse(unpackText(page)) as CsvImage[];
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
