import type { Asked, Resource } from '../resource.ts';
import { inSteps, type StepOptions } from '../steps.ts';
import { type CallOptions, randomId } from '../transport.ts';
import type {
  ImageChange,
  ImageFilter,
  ImageLink,
  ImageOutcome,
  ImagePage,
  Selection,
  SelectionChange,
  SelectionUndo,
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
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /** Newest first. */
  page(
    filter: ImageFilter = {},
    { limit, after, thumbnails, ...options }: PageOptions = {},
  ): Promise<ImagePage & { at: number }> {
    const query = { ...filter, limit, after, thumbnails };
    return this.#resource.at('images').ask({ method: 'GET', query }, options);
  }

  /**
   * Reviews up to 500 images. All attempts share one request id, so each change is made once.
   * @returns one outcome for each change, in the same order
   */
  change(
    changes: readonly ImageChange[],
    { key = randomId(), ...options }: CallOptions & { key?: string } = {},
  ): Promise<ImageOutcome[]> {
    return this.#outcomes('images', { method: 'PATCH', json: { changes }, key }, options);
  }

  /**
   * Makes one change of all images that a filter has shown, in steps; what has come later is not touched. With the same key it
   * goes on where it was interrupted.
   */
  changeAll(
    select: Selection,
    change: Omit<ImageChange, 'image' | 'seen'>,
    { key = randomId(), ...options }: StepOptions<SelectionChange> & { key?: string } = {},
  ): Promise<SelectionChange> {
    return this.#inSteps({ json: { select, change }, key }, options);
  }

  /** Takes such a change back, in steps: of images that nobody has changed since. */
  undo(change: string, options?: StepOptions<SelectionUndo>): Promise<SelectionUndo> {
    return this.#inSteps({ json: { undo: change } }, options);
  }

  #inSteps<T extends { left: number }>(asked: object, options?: StepOptions<T>): Promise<T> {
    const resource = this.#resource.at('images');
    const step = (each: CallOptions) => resource.ask<T>({ method: 'PATCH', ...asked, isLong: true }, each);
    return inSteps(step, ({ left }) => left, options);
  }

  /** The last rejected first. */
  trash({ limit, after, thumbnails, ...options }: PageOptions = {}): Promise<ImagePage<TrashedImage>> {
    const query = { limit, after, thumbnails };
    return this.#resource.at('trash').ask({ method: 'GET', query }, options);
  }

  /** Restores up to 500 images from the trash. */
  restore(images: readonly string[], options?: CallOptions): Promise<ImageOutcome[]> {
    return this.#outcomes('trash/restore', { method: 'POST', json: { images } }, options);
  }

  /** Deletes up to 500 images of the trash for good. Those that are gone already are `not found`. */
  deleteTrashed(images: readonly string[], options?: CallOptions): Promise<ImageOutcome[]> {
    return this.#outcomes('trash', { method: 'DELETE', json: { images }, isLong: true }, options);
  }

  async #outcomes(path: string, asked: Asked, options?: CallOptions): Promise<ImageOutcome[]> {
    const resource = this.#resource.at(...path.split('/'));
    return (await resource.ask<{ images: ImageOutcome[] }>(asked, options)).images;
  }

  /** Signed links to up to 500 originals and their masks. `expires`: Unix milliseconds. */
  links(
    images: readonly string[],
    options?: CallOptions,
  ): Promise<{ links: Record<string, ImageLink>; expires: number }> {
    return this.#resource.at('links').ask({ method: 'POST', json: { images } }, options);
  }
}
