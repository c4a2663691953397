/**
 * The images of one group of the timeline, or of a filter, as they come into sight. Numbered from the oldest: images
 * that arrive move none. Pages are read downwards from the newest, or from a place that was jumped to.
 */
import type { ImageFilter, ImagePage, ListedImage } from '../../../client/src/curate/records.ts';
import { Ranges } from './ranges.ts';
import { Store } from './store.ts';

export interface ListSource {
  /** Newest first. */
  page(options: { after?: string; to?: number; limit: number }): Promise<ImagePage>;
  /** How many there are, newer than a moment (Unix milliseconds). */
  countNewer(moment: number): Promise<number>;
}

export interface ListSize {
  count: number;
  /** Unix milliseconds. */
  first: number;
  last: number;
}

/** Images asked for at a time. A page costs at most two reads an image. */
const PAGE = 60;
/** Known images of a list that stay when one scrolls on. */
const MOST = 600;
/** Further away than this, a place is jumped to instead of being read up to. */
const FAR = 3 * PAGE;

interface Bottom {
  /** Number of the oldest image of a piece, and the cursor from which its older neighbours are read. */
  number: number;
  /** `''` for the beginning of the list. */
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

  /** The image at a place of the grid, 0 is the newest. */
  at(place: number): ListedImage | undefined {
    return this.store.get().ranges.at(this.#size.count - 1 - place);
  }

  /** Places that are in sight, or soon will be. What is missing of them is read. */
  want(from: number, to: number): void {
    const { count } = this.#size;
    this.#wanted = { from: Math.max(0, count - to), to: Math.min(count, count - from) };
    if (!this.#isLoading) void this.#load();
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      let last: number | null = null;
      for (let missing = this.#missing(); missing !== null && missing !== last; missing = this.#missing()) {
        // Counters that lag behind may promise an image that is not there: it is asked for once.
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

  /** The newest number wanted that is not known. */
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

  /** Where the list begins. */
  get #newest(): Bottom {
    return { number: this.#size.count, next: '' };
  }

  /** The nearest place above a number from which can be read on. */
  #above(number: number): Bottom | undefined {
    return this.#bottoms.filter((each) => each.number > number).toSorted((a, b) => a.number - b.number)[0];
  }

  async #readBelow(bottom: Bottom): Promise<void> {
    const after = bottom.next === '' ? {} : { after: bottom.next };
    const page = await this.#source.page({ ...after, limit: PAGE });
    this.#bottoms = this.#bottoms.filter((each) => each !== bottom);
    this.#take(page, bottom.number);
  }

  /** Reads where the moment that the place should have is, and counts what is newer: then its number is exact. */
  async #jumpTo(number: number): Promise<void> {
    const { count, first, last } = this.#size;
    const moment = Math.round(first + ((last - first) * (number + PAGE / 2)) / Math.max(1, count));
    const [page, newer] = await Promise.all([
      this.#source.page({ to: moment, limit: PAGE }),
      this.#source.countNewer(moment),
    ]);
    const top = count - newer;
    // A moment at which many came at once: the place is read up to from the nearest piece above.
    if (top <= number || top - page.images.length > number)
      return this.#readBelow(this.#above(number) ?? this.#newest);
    this.#take(page, top);
  }

  /** @param top number behind the page's newest image */
  #take({ images, next }: ImagePage, top: number): void {
    const start = top - images.length;
    // At the end of the list the oldest image is number 0, whatever the counters said.
    const shift = next === null ? -start : Math.max(0, -start);
    this.#size = { ...this.#size, count: this.#size.count + shift };
    this.#bottoms = this.#bottoms.map((each) =>
      each.number >= top ? { ...each, number: each.number + shift } : each,
    );
    if (next !== null) this.#bottoms.push({ number: start + shift, next });
    const piece = { start: start + shift, items: images.toReversed() };
    const middle = this.#wanted ? (this.#wanted.from + this.#wanted.to) / 2 : piece.start;
    this.#change(({ ranges }) => ({
      ranges: ranges.shift(top, shift).with(piece).near(middle, MOST),
      error: null,
    }));
    const starts = new Set(this.store.get().ranges.all.map((range) => range.start));
    this.#bottoms = this.#bottoms.filter(({ number }) => starts.has(number));
  }

  /** An image as it is now; null where it is no longer in this list. */
  update(change: (image: ListedImage) => ListedImage | null): void {
    this.#change(({ ranges, error }) => ({ ranges: ranges.map(change), error }));
  }

  #change(next: (state: ListState) => ListState): void {
    this.store.set(next(this.store.get()));
  }
}

/** What a list shows: a group of the timeline, or what a filter lets through. */
export type ListFilter = ImageFilter & { group?: string };
