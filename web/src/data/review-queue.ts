/**
 * The images of a review, one after the other, newest first. What was judged stays behind, so that one can go back. What
 * somebody else is looking at is passed over, and comes again at the end if they leave it undecided.
 */
import type { ImagePage, ListedImage } from '../../../client/src/curate/records.ts';
import { Store } from './store.ts';

export interface QueueSource {
  page(options: { after?: string; limit: number }): Promise<ImagePage>;
}

export interface QueueState {
  images: readonly ListedImage[];
  /** Of the image in front; the length where nothing is left for this person. */
  at: number;
  /** Nothing more follows what is known. */
  isWhole: boolean;
  /** Images that somebody else is looking at, and nobody has judged as far as is known. */
  elsewhere: number;
  error: Error | null;
}

const PAGE = 40;
/** So many known images ahead; fewer, and the next page is read. */
const AHEAD = 20;
/** Milliseconds between two looks at what others have left. */
const SELDOM = 3_000;

export class ReviewQueue {
  readonly store = new Store<QueueState>({
    images: [],
    at: 0,
    isWhole: false,
    elsewhere: 0,
    error: null,
  });
  readonly #source: QueueSource;
  #next: string | undefined;
  #loading: Promise<void> | null = null;
  #taken: ReadonlySet<string> = new Set();
  /** What somebody else had since the list was read: they may have judged it. The service knows. */
  #touched = new Set<string>();
  /** Judged here. */
  readonly #judged = new Set<string>();
  /** Of those, the ones whose judgement the service has not answered yet. */
  readonly #unanswered = new Set<string>();
  /** Passed over because somebody else was looking at them. */
  #passed = new Set<string>();
  /** Somebody went to this image on purpose: it stays in front, whoever else looks at it. */
  #pinned: string | undefined;
  #ignoresOthers = false;
  #askedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: QueueSource) {
    this.#source = source;
  }

  /** Reads on where little is left. */
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

  /** A page may hold nothing that is not known already. */
  async #readOn(): Promise<void> {
    do await this.#read();
    while (this.#isShort() && !this.store.get().error);
  }

  async #read(): Promise<void> {
    try {
      const after = this.#next === undefined ? {} : { after: this.#next };
      const { images, next } = await this.#source.page({ ...after, limit: PAGE });
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

  /** To an image that was asked for, also one that somebody else is looking at. */
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
   * The image in front is judged: on to the next that nobody else is looking at.
   * @param answered settles when the service has answered
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

  /** The judgement did not come to be, or was taken back. */
  reopen(id: string): void {
    this.#judged.delete(id);
    this.goTo(id);
  }

  /** Images that somebody else is looking at. */
  avoid(taken: ReadonlySet<string>): void {
    this.#taken = taken;
    for (const id of taken) this.#touched.add(id);
    this.#step(this.store.get().at);
  }

  /** What nobody else should get now: also what is judged, until the service knows it. */
  wanted(count: number): string[] {
    return [...this.#unanswered, ...this.coming(count).map(({ id }) => id)];
  }

  /** The image in front, and those that will be. */
  coming(count: number): readonly ListedImage[] {
    const { images, at } = this.store.get();
    const coming: ListedImage[] = [];
    for (let next = at; next < images.length && coming.length < count; next += 1) {
      const image = images[next] as ListedImage;
      if (next === at || !this.#isElsewhere(image.id)) coming.push(image);
    }
    return coming;
  }

  /** At the end: what others have left, or judged, is asked for anew, but not at each of their steps. */
  #askAgain(): void {
    const { images, at, isWhole } = this.store.get();
    const isFree = [...this.#passed].some((id) => !this.#taken.has(id));
    if (!isWhole || at < images.length || !isFree || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#askedAt + SELDOM - Date.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.again();
    }, wait);
  }

  /** Asks no more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Also what somebody else is looking at: the revision decides. */
  ignoreOthers(): Promise<void> {
    this.#ignoresOthers = true;
    return this.again();
  }

  /** What is still to be judged, asked for anew: what others have judged meanwhile does not come again. */
  async again(): Promise<void> {
    await this.#loading;
    this.#askedAt = Date.now();
    this.#passed = new Set();
    this.#touched = new Set(this.#taken);
    this.#next = undefined;
    const judged = this.store.get().images.filter(({ id }) => this.#judged.has(id));
    this.#change(() => ({ images: judged, at: judged.length, isWhole: false }));
    await this.fill();
  }

  /** To the first image from a place on that is neither judged here nor with somebody else. */
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

  /** Images as they are now; null: gone, but its place stays, so that undo finds it. */
  update(news: ReadonlyMap<string, ListedImage | null>): void {
    this.#change(({ images }) => ({ images: images.map((image) => news.get(image.id) ?? image) }));
  }

  #change(next: (state: QueueState) => Partial<QueueState>): void {
    const state = this.store.get();
    this.store.set({ ...state, ...next(state), elsewhere: this.#passed.size });
  }
}
