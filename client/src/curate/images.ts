import type { CallOptions, Transport } from '../transport.ts';
import { ask, newKey } from './ask.ts';
import type {
  ImageChange,
  ImageFilter,
  ImageLink,
  ImageOutcome,
  ImagePage,
  TrashedImage,
} from './records.ts';

/** Paging of a list. */
export interface PageOptions extends CallOptions {
  /** At most 200. */
  limit?: number;
  /** `next` of the previous page. */
  after?: string;
  thumbnails?: boolean;
}

/** The images of a dataset: listing, review, trash and links. */
export class Images {
  readonly #path: string;
  readonly #transport: Transport;

  constructor(dataset: string, transport: Transport) {
    this.#path = dataset;
    this.#transport = transport;
  }

  /** Newest first. */
  page(
    filter: ImageFilter = {},
    { limit, after, thumbnails, ...options }: PageOptions = {},
  ): Promise<ImagePage> {
    const query = { ...filter, limit, after, thumbnails };
    return ask(this.#transport, { method: 'GET', path: `${this.#path}/images`, query }, options);
  }

  /**
   * Reviews up to 500 images. All attempts share one request id, so each change is made once.
   * @returns one outcome for each change, in the same order
   */
  async change(
    changes: readonly ImageChange[],
    { key = newKey(), ...options }: CallOptions & { key?: string } = {},
  ): Promise<ImageOutcome[]> {
    const path = `${this.#path}/images`;
    const asked = { method: 'PATCH', path, query: {}, json: { changes }, key } as const;
    return (await ask<{ images: ImageOutcome[] }>(this.#transport, asked, options)).images;
  }

  /** The last rejected first. */
  trash({ limit, after, thumbnails, ...options }: PageOptions = {}): Promise<ImagePage<TrashedImage>> {
    const query = { limit, after, thumbnails };
    return ask(this.#transport, { method: 'GET', path: `${this.#path}/trash`, query }, options);
  }

  /** Restores up to 500 images from the trash. */
  async restore(images: readonly string[], options?: CallOptions): Promise<ImageOutcome[]> {
    const asked = { method: 'POST', path: `${this.#path}/trash/restore`, json: { images } } as const;
    return (await ask<{ images: ImageOutcome[] }>(this.#transport, asked, options)).images;
  }

  /** Deletes up to 500 images of the trash for good. Those that are gone already are `not found`. */
  async deleteTrashed(images: readonly string[], options?: CallOptions): Promise<ImageOutcome[]> {
    const path = `${this.#path}/trash`;
    const asked = { method: 'DELETE', path, json: { images }, isLong: true } as const;
    return (await ask<{ images: ImageOutcome[] }>(this.#transport, asked, options)).images;
  }

  /** Signed links to up to 500 originals and their masks. `expires`: Unix milliseconds. */
  links(
    images: readonly string[],
    options?: CallOptions,
  ): Promise<{ links: Record<string, ImageLink>; expires: number }> {
    const asked = { method: 'POST', path: `${this.#path}/links`, json: { images } } as const;
    return ask(this.#transport, asked, options);
  }
}
