/**
 * The images of one group of the timeline, or those that match a filter, loaded as they scroll into view. They are numbered
 * from the oldest, so that new images change no number, and read in pages towards older images. Shown are the newest first, or
 * the oldest.
 */
import type { ImagePage, ListedImage } from '../../../../client/src/curate/records.ts';
import { Store } from '../live/store.ts';
import { withPicture } from './image-bus.ts';
import type { ListSource } from './list-source.ts';
import { DateSearch, type Estimate } from './ranges/date-search.ts';
import {
  endsAfterRemoval,
  endsOfRanges,
  nearestEndAbove,
  type RangeEnd,
  shiftEnds,
} from './ranges/range-ends.ts';
import { Ranges } from './ranges/ranges.ts';

export type ListSize = Estimate;

/** Images per request. Each image costs at most two reads. */
const PAGE = 60;
/** Most images of a list that are kept in memory while scrolling. */
const MAX_KNOWN = 600;
/** Most requests for what is visible: a list that changes while it is read must not be read for ever. */
const MAX_READS = 200;
/** Dates that are tried for a position. Dates have milliseconds: halving alone finds one of a year in 35. */
const MAX_TRIES = 40;
/** A position that is further away than this is jumped to, instead of reading all images in between. */
const FAR = 3 * PAGE;

export interface ListState {
  ranges: Ranges<ListedImage>;
  error: Error | null;
}

const idOf = ({ id }: ListedImage): string => id;

export class ImageList {
  readonly store = new Store<ListState>({ ranges: new Ranges<ListedImage>(idOf), error: null });
  readonly #source: ListSource;
  readonly #isOldestFirst: boolean;
  /** As published, which can be half a minute behind the images that the source returns. */
  #size: ListSize;
  /** The number after that of the newest image: published, or seen in a page. */
  #count: number;
  #ends: RangeEnd[] = [];
  /** Images that were removed here. If one comes back, its place is unknown. */
  readonly #removed = new Set<string>();
  /** The oldest image was read, so that the numbers no longer depend on the count. */
  #isExact = false;
  #isOutdated = false;
  #isLoading = false;
  /** The number that was requested last, and where the loaded images above it ended then. */
  #requested: number | null = null;
  #readFrom: string | undefined;
  /** It was jumped to, which may have ended at newer images: reading continues from there. */
  #hasJumped = false;
  /** Counted from the newest. */
  #wanted: { from: number; to: number } | null = null;

  constructor(source: ListSource, size: ListSize, isOldestFirst = false) {
    this.#source = source;
    this.#isOldestFirst = isOldestFirst;
    this.#size = size;
    this.#count = size.count;
  }

  resize(size: ListSize): void {
    const before = this.#size.count;
    this.#size = size;
    if (size.count === before) return;
    // Somebody else has removed images. Which ones is unknown, so all are read again.
    if (size.count < before && size.count < this.#count) this.#isOutdated = true;
    this.#count = Math.max(this.#count, size.count);
  }

  /** The image at a position of the grid; undefined if it is not loaded. */
  at(place: number): ListedImage | undefined {
    return this.store.get().ranges.at(this.#turned(place));
  }

  /** The number of a position of the grid, and the position of a number. */
  readonly #turned = (at: number) => (this.#isOldestFirst ? at : this.#count - 1 - at);

  /** Undefined if the image is not loaded. */
  placeOf(id: string): number | undefined {
    const number = this.store.get().ranges.numberOf(id);
    return number === undefined ? undefined : this.#turned(number);
  }

  /** Loads the images at these positions of the grid, which are visible or soon will be. */
  want(from: number, to: number): void {
    if (this.#isOutdated) this.#clear();
    this.#wanted = this.#isOldestFirst ? { from: this.#count - to, to: this.#count - from } : { from, to };
    if (!this.#isLoading) void this.#load();
  }

  /** Number of loaded images. */
  get known(): number {
    return this.store.get().ranges.all.reduce((sum, { items }) => sum + items.length, 0);
  }

  /** Drops all loaded images. They are read again when they are wanted. */
  forget(): void {
    this.#wanted = null;
    this.#clear();
  }

  #clear(): void {
    this.#isOutdated = false;
    this.#isExact = false;
    this.#requested = null;
    this.#removed.clear();
    this.#count = this.#size.count;
    this.#drop();
  }

  #drop(): void {
    this.#ends = [];
    this.#change(({ error }) => ({ ranges: new Ranges<ListedImage>(idOf), error }));
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    this.#requested = null;
    try {
      for (let reads = 0; reads < MAX_READS; reads += 1) {
        const missing = this.#missing();
        if (missing === null) break;
        const above = nearestEndAbove(this.#ends, missing);
        const isAgain = missing === this.#requested;
        const isFar = (above?.number ?? this.#count) - missing > FAR;
        const mayJump = isFar && !isAgain;
        // A counter that lags behind may include an image that no longer exists: what brings nothing nearer ends the search.
        if (isAgain && !this.#hasJumped && above?.next === this.#readFrom) break;
        this.#requested = missing;
        this.#readFrom = above?.next;
        this.#hasJumped = mayJump;
        if (mayJump) await this.#jumpTo(missing);
        else await (above ? this.#readBelow(above) : this.#readNewest());
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
    const from = Math.max(0, this.#count - this.#wanted.to);
    for (let number = this.#count - 1 - this.#wanted.from; number >= from; number -= 1)
      if (ranges.at(number) === undefined) return number;
    return null;
  }

  async #readNewest(): Promise<void> {
    const page = await this.#source.page({ limit: PAGE });
    const newest = page.images[0];
    const known = newest && this.store.get().ranges.numberOf(newest.id);
    // The list has grown, but not at its newest end: older images have come back, and all numbers above them are wrong.
    if (this.#isExact && known !== undefined && known < this.#count - 1) this.#clear();
    this.#take(page, this.#count);
  }

  async #readBelow({ next }: RangeEnd): Promise<void> {
    const page = await this.#source.page({ after: next, limit: PAGE });
    // It may have been renumbered or dropped in the meantime.
    const end = this.#ends.find((each) => each.next === next);
    if (!end) return;
    const { ranges } = this.store.get();
    // A source that returns an image twice must not renumber the list.
    const images = page.images.filter(({ id }) => (ranges.numberOf(id) ?? -1) < end.number);
    this.#ends = this.#ends.filter((each) => each !== end);
    this.#take({ ...page, images }, end.number);
  }

  /**
   * Searches the date of a number, and reads from there. The count of newer images gives the number of what was read. Where
   * many images have one date, it takes the newest of them.
   */
  async #jumpTo(number: number): Promise<void> {
    const search = new DateSearch(number, { ...this.#size, count: this.#count });
    let nearest: { page: ImagePage; top: number } | null = null;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const date = search.next();
      if (date === null) break;
      const [page, newer] = await Promise.all([
        this.#source.page({ to: date, limit: PAGE }),
        this.#source.countNewer(date),
      ]);
      const top = this.#count - newer;
      if (top > number && top < (nearest?.top ?? Number.POSITIVE_INFINITY)) nearest = { page, top };
      const oldest = page.images.at(-1)?.date ?? date;
      if (search.tried({ date, top, oldest, images: page.images.length })) break;
    }
    if (nearest) this.#take(nearest.page, nearest.top, true);
  }

  /**
   * Adds a page to the loaded images. Images that were already loaded show how far the counters are off.
   * @param top the number after that of the page's newest image, by the counters
   * @param isApart whether the page was jumped to, so that its number says nothing about newer images
   */
  #take({ images, next }: ImagePage, top: number, isApart = false): void {
    const items = images.toReversed();
    const start = top - items.length;
    const offset = this.store.get().ranges.offsetOf({ start, items });
    // The count lagged further behind when the older images were numbered.
    const isBelowLate = offset < 0 && !this.#isExact && !isApart;
    if (isBelowLate) this.#renumber({ from: 0, to: top, by: -offset });
    // The last page ends with image number 0, whatever the counters said.
    const shift = next === null ? -start : Math.max(-start, isBelowLate ? 0 : offset);
    // The offset of newer ranges is unknown if reading did not continue from them.
    if (isApart && next === null && shift !== 0) this.#drop();
    const shiftAbove = isApart && next !== null ? 0 : shift;
    this.#count += shiftAbove;
    this.#isExact ||= next === null;
    this.#renumber({ from: top, to: Number.POSITIVE_INFINITY, by: shiftAbove });
    const piece = { start: start + shift, items };
    if (next !== null) this.#ends.push({ number: piece.start, next });
    const { from = 0, to = 0 } = this.#wanted ?? {};
    const middle = Math.max(piece.start, this.#wanted ? this.#count - (from + to) / 2 : 0);
    this.#change(({ ranges }) => ({
      ranges: ranges.agreeing(piece).with(piece).near(middle, MAX_KNOWN),
      error: null,
    }));
    this.#ends = endsOfRanges(this.#ends, this.store.get().ranges.all);
  }

  #renumber(part: { from: number; to: number; by: number }): void {
    this.#ends = shiftEnds(this.#ends, part);
    this.#change(({ ranges, error }) => ({ ranges: ranges.shift(part), error }));
  }

  /** Shows changed images; null removes one from the list. */
  update(news: ReadonlyMap<string, ListedImage | null>): void {
    const { ranges } = this.store.get();
    const isBack = [...this.#removed].some((id) => news.get(id));
    const removed = [...news].flatMap(([id, image]) => (image === null ? (ranges.numberOf(id) ?? []) : []));
    for (const number of removed) this.#removed.add((ranges.at(number) as ListedImage).id);
    this.#count -= removed.length;
    this.#ends = endsAfterRemoval(this.#ends, removed);
    this.#change(({ error }) => ({
      ranges: ranges.map((image) => (news.has(image.id) ? withPicture(news.get(image.id), image) : image)),
      error,
    }));
    if (!isBack) return;
    this.#clear();
    if (!this.#isLoading) void this.#load();
  }

  #change(next: (state: ListState) => ListState): void {
    this.store.set(next(this.store.get()));
  }
}
