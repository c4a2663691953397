/**
 * The images of a review, newest first. Judged images stay in the list, so that people can go back to them. Images that
 * somebody else is looking at are skipped, and come again at the end if they were left undecided.
 */
import type { ImagePage, ListedImage } from '../../../client/src/curate/records.ts';
import { Store } from './live/store.ts';

export interface QueueSource {
  /** @param passed when the list is read again: ids of the images that are of interest, for lists that keep what was judged */
  page(options: { after?: string; limit: number; passed?: readonly string[] }): Promise<ImagePage>;
}

export interface QueueState {
  images: readonly ListedImage[];
  /** Index of the current image; the length of `images` if none is left for this person. */
  at: number;
  /** Number of images that were judged here. */
  judged: number;
  /** True when all images have been read. */
  isWhole: boolean;
  /** Number of images that were skipped because somebody else was looking at them. */
  elsewhere: number;
  error: Error | null;
}

const PAGE = 40;
/** The next page is read when fewer images than this lie ahead. */
const AHEAD = 20;
/** Least milliseconds between two reads of images that others have left undecided. */
const RECHECK_AFTER = 3_000;

export class ReviewQueue {
  readonly store = new Store<QueueState>({
    images: [],
    at: 0,
    judged: 0,
    isWhole: false,
    elsewhere: 0,
    error: null,
  });
  readonly #source: QueueSource;
  #next: string | undefined;
  #loading: Promise<void> | null = null;
  #taken: ReadonlySet<string> = new Set();
  /** Images that somebody else has looked at since the list was read. They may be judged, which only the service knows. */
  #touched = new Set<string>();
  /** Images judged on this page. */
  readonly #judged = new Set<string>();
  /** Those of them whose judgement the service has not confirmed yet. */
  readonly #unanswered = new Set<string>();
  /** Images that were skipped because somebody else was looking at them. */
  #passed = new Set<string>();
  /** Those of the time when the list was read again. */
  #asked: readonly string[] | undefined;
  /** The image that this person went to on purpose. It is not skipped, even if somebody else is looking at it. */
  #pinned: string | undefined;
  #ignoresOthers = false;
  #askedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param wanted id of an image of the first page that is not skipped, even if somebody else is looking at it */
  constructor(source: QueueSource, wanted?: string) {
    this.#source = source;
    this.#pinned = wanted;
  }

  /** Reads the next page if few images lie ahead. */
  fill(): Promise<void> {
    if (!this.#isShort()) return Promise.resolve();
    this.#loading ??= this.#readOn().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  #isShort(): boolean {
    const { images, at, isWhole } = this.store.get();
    return !isWhole && images.length - at < AHEAD;
  }

  /** Reads more than one page if necessary, because a page may contain only images that are in the list already. */
  async #readOn(): Promise<void> {
    do await this.#read();
    while (this.#isShort() && !this.store.get().error);
  }

  async #read(): Promise<void> {
    try {
      const after = this.#next === undefined ? {} : { after: this.#next };
      const passed = this.#asked && { passed: this.#asked };
      const { images, next } = await this.#source.page({ ...after, ...passed, limit: PAGE });
      this.#next = next ?? undefined;
      const known = new Set(this.store.get().images.map(({ id }) => id));
      const more = images.filter(({ id }) => !known.has(id));
      this.#change((state) => ({
        images: [...state.images, ...more],
        isWhole: next === null,
        error: null,
      }));
      this.#step(this.store.get().at);
    } catch (error) {
      this.#change(() => ({ error: error as Error }));
    }
  }

  /** Goes to an image, even if somebody else is looking at it. */
  go(at: number): void {
    const { images } = this.store.get();
    this.#pinned = images[at]?.id;
    this.#change(() => ({ at: Math.max(0, Math.min(images.length, at)) }));
    void this.fill();
  }

  goTo(id: string): void {
    const at = this.store.get().images.findIndex((image) => image.id === id);
    if (at >= 0) this.go(at);
  }

  /**
   * The current image.
   * @param id if another image is current, the queue goes back to this one
   * @returns undefined if it cannot go back
   */
  front(id?: string): ListedImage | undefined {
    const current = () => this.store.get().images[this.store.get().at];
    if (id === undefined || current()?.id === id) return current();
    this.goTo(id);
    return current()?.id === id ? current() : undefined;
  }

  /**
   * Marks the current image as judged, and continues with the next that nobody else is looking at.
   * @param answered settles when the service has responded
   */
  judged(id: string, answered: Promise<unknown> = Promise.resolve()): void {
    this.#judged.add(id);
    this.#unanswered.add(id);
    const settle = () => {
      this.#unanswered.delete(id);
      this.#change(() => ({}));
    };
    answered.then(settle, settle);
    this.#passed.delete(id);
    this.#step(this.store.get().at + 1);
  }

  /** Goes back to an image whose judgement failed or was undone. */
  reopen(id: string): void {
    this.#judged.delete(id);
    this.goTo(id);
  }

  /** Skips the images that somebody else is looking at. */
  avoid(taken: ReadonlySet<string>): void {
    this.#taken = taken;
    for (const id of taken) this.#touched.add(id);
    this.#step(this.store.get().at);
  }

  /** Images that nobody else should get now, including judged ones that the service has not confirmed yet. */
  wanted(count: number): string[] {
    return [...this.#unanswered, ...this.coming(count).map(({ id }) => id)];
  }

  /** The current image and the next ones. */
  coming(count: number): readonly ListedImage[] {
    const { images, at } = this.store.get();
    const coming: ListedImage[] = [];
    for (let next = at; next < images.length && coming.length < count; next += 1) {
      const image = images[next] as ListedImage;
      if (next === at || !this.#isElsewhere(image.id)) coming.push(image);
    }
    return coming;
  }

  /** At the end of the list, reads images that others have left undecided, but not after every change of theirs. */
  #askAgain(): void {
    const { images, at, isWhole } = this.store.get();
    const isFree = [...this.#passed].some((id) => !this.#taken.has(id));
    if (!isWhole || at < images.length || !isFree || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#askedAt + RECHECK_AFTER - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.again();
    }, wait);
  }

  /** Stops reading again. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Includes images that somebody else is looking at. If both judge one, the service refuses the second by its revision. */
  ignoreOthers(): Promise<void> {
    this.#ignoresOthers = true;
    return this.again();
  }

  /** Reads the remaining images again, without those that others have judged in the meantime. */
  async again(): Promise<void> {
    await this.#loading;
    this.#askedAt = Date.now();
    this.#asked = [...this.#passed];
    this.#passed = new Set();
    this.#touched = new Set(this.#taken);
    this.#next = undefined;
    const judged = this.store.get().images.filter(({ id }) => this.#judged.has(id));
    this.#change(() => ({ images: judged, at: judged.length, isWhole: false }));
    await this.fill();
  }

  /** Goes to the first image from an index on that nobody else is looking at. */
  #step(from: number): void {
    const { images } = this.store.get();
    let at = from;
    for (let image = images[at]; image && this.#isElsewhere(image.id); image = images[++at])
      this.#passed.add(image.id);
    this.#change(() => ({ at: Math.min(at, images.length) }));
    void this.fill();
    this.#askAgain();
  }

  #isElsewhere(id: string): boolean {
    return !this.#ignoresOthers && id !== this.#pinned && this.#touched.has(id);
  }

  /** Replaces changed images. One that left the dataset (null) stays in the list, so that undo can return to it. */
  update(news: ReadonlyMap<string, ListedImage | null>): void {
    this.#change(({ images }) => ({ images: images.map((image) => news.get(image.id) ?? image) }));
  }

  #change(next: (state: QueueState) => Partial<QueueState>): void {
    const state = this.store.get();
    this.store.set({ ...state, ...next(state), elsewhere: this.#passed.size, judged: this.#judged.size });
  }
}
