/**
 * The images of one group of the timeline, or those that match a filter, loaded as they scroll into view. They are numbered
 * from the oldest, so that new images change no number. Pages are read from the newest or from a position that was jumped
 * to, towards older images.
 */
import type { ImageFilter, ImagePage, ListedImage } from '../../../client/src/curate/records.ts';
import { Ranges } from './ranges.ts';
import { Store } from './store.ts';

export interface ListSource {
  /** Newest first. */
  page(options: { after?: string; to?: number; limit: number }): Promise<ImagePage>;
  /** Number of images that are newer than `moment` (Unix milliseconds). */
  countNewer(moment: number): Promise<number>;
}

export interface ListSize {
  count: number;
  /** Unix milliseconds. */
  first: number;
  last: number;
}

/** Images per request. Each image costs at most two reads. */
const PAGE = 60;
/** Most images of a list that are kept in memory while scrolling. */
const MAX_KNOWN = 600;
/** A position that is further away than this is jumped to, instead of reading all images in between. */
const FAR = 3 * PAGE;

interface Bottom {
  /** Number of the oldest image of a loaded range, and the cursor from which the next older images are read. */
  number: number;
  /** `''`: from the newest image. */
  next: string;
}

export interface ListState {
  ranges: Ranges<ListedImage>;
  error: Error | null;
}

const idOf = ({ id }: ListedImage): string => id;

export class ImageList {
  readonly store = new Store<ListState>({ ranges: new Ranges<ListedImage>(idOf), error: null });
  readonly #source: ListSource;
  #size: ListSize;
  #bottoms: Bottom[] = [];
  #isLoading = false;
  #wanted: { from: number; to: number } | null = null;

  constructor(source: ListSource, size: ListSize) {
    this.#source = source;
    this.#size = size;
  }

  resize(size: ListSize): void {
    this.#size = size;
  }

  /** The image at a position of the grid, where 0 is the newest; undefined if it is not loaded. */
  at(place: number): ListedImage | undefined {
    return this.store.get().ranges.at(this.#size.count - 1 - place);
  }

  /** Loads the images at these positions of the grid, which are visible or soon will be. */
  want(from: number, to: number): void {
    const { count } = this.#size;
    this.#wanted = { from: Math.max(0, count - to), to: Math.min(count, count - from) };
    if (!this.#isLoading) void this.#load();
  }

  /** Number of loaded images. */
  get known(): number {
    return this.store.get().ranges.all.reduce((sum, { items }) => sum + items.length, 0);
  }

  /** Drops all loaded images. They are read again when they are wanted. */
  forget(): void {
    this.#wanted = null;
    this.#bottoms = [];
    this.#change(({ error }) => ({ ranges: new Ranges<ListedImage>(idOf), error }));
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      let last: number | null = null;
      for (let missing = this.#missing(); missing !== null && missing !== last; missing = this.#missing()) {
        // A counter that lags behind may include an image that no longer exists: request it only once.
        last = missing;
        await this.#readTo(missing);
      }
      this.#change(({ ranges }) => ({ ranges, error: null }));
    } catch (error) {
      this.#change(({ ranges }) => ({ ranges, error: error as Error }));
    } finally {
      this.#isLoading = false;
    }
  }

  /** The highest wanted number that is not loaded. */
  #missing(): number | null {
    if (!this.#wanted) return null;
    const { ranges } = this.store.get();
    for (let number = this.#wanted.to - 1; number >= this.#wanted.from; number -= 1)
      if (number < this.#size.count && ranges.at(number) === undefined) return number;
    return null;
  }

  async #readTo(number: number): Promise<void> {
    const above = this.#bottoms
      .filter((each) => each.number > number)
      .toSorted((a, b) => a.number - b.number)[0];
    const distance = (above?.number ?? this.#size.count) - number;
    return distance <= FAR ? this.#readBelow(above ?? this.#newest) : this.#jumpTo(number);
  }

  /** The start of the list, before the newest image. */
  get #newest(): Bottom {
    return { number: this.#size.count, next: '' };
  }

  /** The nearest loaded range with newer images, from whose end reading can continue. */
  #above(number: number): Bottom | undefined {
    return this.#bottoms.filter((each) => each.number > number).toSorted((a, b) => a.number - b.number)[0];
  }

  async #readBelow(bottom: Bottom): Promise<void> {
    const after = bottom.next === '' ? {} : { after: bottom.next };
    const page = await this.#source.page({ ...after, limit: PAGE });
    this.#bottoms = this.#bottoms.filter((each) => each !== bottom);
    this.#take(page, bottom.number);
  }

  /** Estimates the date of a number, and reads from there. The count of newer images gives the exact number of what was read. */
  async #jumpTo(number: number): Promise<void> {
    const { count, first, last } = this.#size;
    const moment = Math.round(first + ((last - first) * (number + PAGE / 2)) / Math.max(1, count));
    const [page, newer] = await Promise.all([
      this.#source.page({ to: moment, limit: PAGE }),
      this.#source.countNewer(moment),
    ]);
    const top = count - newer;
    // The estimate missed, for example because many images have the same date: read on from the nearest range instead.
    if (top <= number || top - page.images.length > number)
      return this.#readBelow(this.#above(number) ?? this.#newest);
    this.#take(page, top);
  }

  /** @param top the number after that of the page's newest image */
  #take({ images, next }: ImagePage, top: number): void {
    const start = top - images.length;
    // The last page ends with image number 0, whatever the counters said.
    const shift = next === null ? -start : Math.max(0, -start);
    this.#size = { ...this.#size, count: this.#size.count + shift };
    this.#bottoms = this.#bottoms.map((each) =>
      each.number >= top ? { ...each, number: each.number + shift } : each,
    );
    if (next !== null) this.#bottoms.push({ number: start + shift, next });
    const piece = { start: start + shift, items: images.toReversed() };
    const middle = this.#wanted ? (this.#wanted.from + this.#wanted.to) / 2 : piece.start;
    this.#change(({ ranges }) => ({
      ranges: ranges.shift(top, shift).with(piece).near(middle, MAX_KNOWN),
      error: null,
    }));
    const starts = new Set(this.store.get().ranges.all.map((range) => range.start));
    this.#bottoms = this.#bottoms.filter(({ number }) => starts.has(number));
  }

  /** Changes loaded images; null removes one from the list. */
  update(change: (image: ListedImage) => ListedImage | null): void {
    this.#change(({ ranges, error }) => ({ ranges: ranges.map(change), error }));
  }

  #change(next: (state: ListState) => ListState): void {
    this.store.set(next(this.store.get()));
  }
}

/** What a list shows: a group of the timeline, or the images that match a filter. */
export type ListFilter = ImageFilter & { group?: string };
