/**
 * Everything that the service has not answered yet: kept in this browser from the moment it is made, and sent in order by one tab at
 * a time. Changes of one image follow each other, each with the revision that the one before it has made.
 */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { Store } from '../live/store.ts';
import {
  type Call,
  type Entry,
  imagesOf,
  nextToSend,
  type Outcome,
  type Refusal,
  type Seen,
  seenIn,
} from './entry.ts';
import type { OutboxStore } from './outbox-store.ts';
import { SameStates } from './same-states.ts';
import { markSent, type News, refuse, settle, withdrawUnsent } from './steps.ts';

export interface OutboxPorts {
  store: OutboxStore;
  /** To the other tabs of this person. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;
  /** Runs `work` while no other tab does. */
  alone(work: () => Promise<void>): Promise<unknown>;
  /**
   * @param closed ends the call: nothing of this person is sent after somebody else has signed in
   * @throws SightlineError
   */
  send(entry: Entry, closed: AbortSignal): Promise<Outcome[]>;
  isOnline(): boolean;
  /** Whether the service does not answer. */
  isAway: Store<boolean>;
  /** Whether sending again cannot help. */
  isFinal(error: unknown): Promise<boolean>;
  /** Resolves when it may help. */
  nextChance(error: unknown): Promise<void>;
  /** Images of a dataset have changed, and no caller of this tab shows that. */
  onChanged(dataset: string, images: readonly string[]): void;
}

export interface Added {
  ids: readonly string[];
  /** Resolves when the calls outlive this tab. */
  kept: Promise<void>;
  /** In the order of the calls. Rejects with a SightlineError if the service refuses one. */
  answer: Promise<Outcome[]>;
}

interface Caller {
  resolve(outcomes: Outcome[]): void;
  reject(error: Error): void;
}

/** Calls that are sent at the same time. */
const AT_ONCE = 8;
/** Milliseconds without an answer after which the service counts as late. */
const PATIENCE = 3_000;
const OFFLINE = new SightlineError('Offline', { kind: 'unreachable' });

export class Outbox {
  /** Those that wait and those that were refused, the oldest first. */
  readonly entries = new Store<readonly Entry[]>([]);
  /** Of the images that this tab has changed. */
  readonly states = new SameStates();
  readonly #ports: OutboxPorts;
  /** Callers of this tab, by entry. */
  readonly #callers = new Map<string, Caller>();
  readonly #running = new Map<string, Promise<void>>();
  /** By the last answer about each image. */
  readonly #made = new Map<string, Seen>();
  /** Ends the wait for something to send. */
  #noteNews = () => {};
  #lastAt = 0;
  #isSending = false;
  readonly #closed = new AbortController();
  /** Resolves when it is known what earlier tabs have left. */
  readonly #isRead: Promise<void>;

  get #isClosed(): boolean {
    return this.#closed.signal.aborted;
  }

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
    ports.channel.onmessage = ({ data }: MessageEvent<News>) => {
      this.#take(data);
      if (data.put) this.wake();
    };
    this.#isRead = this.#read().catch(() => {});
    this.wake();
  }

  add(dataset: string, calls: readonly Call[]): Added {
    const entries = calls.map((call): Entry => {
      this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
      return { id: crypto.randomUUID(), at: this.#lastAt, dataset, call, isSent: false };
    });
    const answers = entries.map(
      ({ id }) => new Promise<Outcome[]>((resolve, reject) => this.#callers.set(id, { resolve, reject })),
    );
    const kept = this.#keep(entries);
    const answer = Promise.all([kept, ...answers]).then(([, ...all]) => all.flat());
    return { ids: entries.map(({ id }) => id), kept, answer };
  }

  async #keep(entries: readonly Entry[]): Promise<void> {
    // Before anything else, because the tab may be closing.
    const kept = this.#ports.store.add(entries);
    this.#take({ put: entries });
    const gone = entries.map(({ id }) => id);
    await kept.catch((error: unknown) => {
      this.#take({ gone });
      for (const id of gone) this.#callers.delete(id);
      throw error;
    });
    this.#ports.channel.postMessage({ put: entries } satisfies News);
    this.wake();
  }

  /**
   * Takes back what was certainly not sent.
   * @returns the revisions on which that was based, by image
   */
  async withdraw(ids: readonly string[]): Promise<Map<string, Seen>> {
    const gone = await withdrawUnsent(this.#ports.store, ids);
    for (const { id, call } of gone) {
      const outcomes = seenIn(call).map(([image, seen]) => ({
        image,
        outcome: 'done' as const,
        revision: seen ?? 0,
      }));
      this.#tell({ gone: [id], answer: { id, outcomes } });
    }
    return new Map(gone.flatMap(({ call }) => seenIn(call)));
  }

  /** Whether a change of this image waits. */
  holds(image: string): boolean {
    return this.entries.get().some(({ call, refusal }) => !refusal && imagesOf(call).includes(image));
  }

  /** Resolves when no annotations of this image wait, also those of a tab that was closed. */
  async saved(image: string): Promise<void> {
    await this.#isRead;
    const isWaiting = ({ call, refusal }: Entry) =>
      !refusal && call.kind === 'annotate' && call.image === image;
    await this.entries.until((entries) => !entries.some(isWaiting));
  }

  /** Removes entries, such as refused ones that somebody has read. */
  async dismiss(entries: readonly Entry[]): Promise<void> {
    this.#tell({ gone: entries.map(({ id }) => id) });
    for (const entry of entries) await this.#ports.store.change(entry, (found) => ({ gone: found }));
  }

  /** Sends what waits, also what other tabs have left. */
  wake(): void {
    this.#noteNews();
    if (this.#isSending || this.#isClosed) return;
    this.#isSending = true;
    const work = async () => {
      await this.#read();
      await this.#sendAll();
    };
    this.#ports.alone(work).catch(() => {
      this.#isSending = false;
    });
  }

  /** Sends nothing more. What is left is kept until this person is here again. */
  close(): void {
    this.#closed.abort();
    this.#noteNews();
    this.#ports.channel.close();
  }

  async #read(): Promise<void> {
    const begun = Date.now();
    const kept = await this.#ports.store.read();
    const known = new Set(kept.map(({ id }) => id));
    // Those that were added while reading.
    const added = this.entries.get().filter(({ id, at }) => at >= begun && !known.has(id));
    this.entries.set([...kept, ...added]);
  }

  async #sendAll(): Promise<void> {
    while (!this.#isClosed) {
      const news = new Promise<void>((resolve) => {
        this.#noteNews = resolve;
      });
      const next = nextToSend(this.entries.get(), ({ id }) => this.#running.has(id));
      if (next && this.#running.size < AT_ONCE)
        this.#running.set(
          next.id,
          this.#send(next).finally(() => this.#running.delete(next.id)),
        );
      else if (this.#running.size === 0) break;
      else await Promise.race([news, ...this.#running.values()]);
    }
    this.#isSending = false;
  }

  readonly #newest = (image: string, seen: Seen): Seen =>
    seen === null ? (this.#made.get(image) ?? null) : this.states.newest(image, seen);

  async #send(entry: Entry): Promise<void> {
    const { store } = this.#ports;
    if (!this.#ports.isOnline()) return this.#ports.nextChance(OFFLINE);
    const timer = setTimeout(() => this.#ports.isAway.set(true), PATIENCE);
    try {
      const marked = await markSent(store, entry, this.#newest);
      if (marked)
        this.#tell(await settle(store, marked, await this.#ports.send(marked, this.#closed.signal)));
      else this.#take({ gone: [entry.id] });
      this.#ports.isAway.set(false);
    } catch (error) {
      const isFinal = await this.#ports.isFinal(error);
      // What is left is sent when the same person is here again.
      if (this.#isClosed) return;
      this.#ports.isAway.set(!isFinal);
      if (isFinal) return this.#tell(await refuse(store, entry, error as Error));
      await this.#ports.nextChance(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes news, and tells them the other tabs. */
  #tell(news: News): void {
    if (!this.#isClosed) this.#ports.channel.postMessage(news);
    this.#take(news);
  }

  #take({ put = [], gone = [], answer, made = new Map() }: News): void {
    for (const [image, revision] of made) this.#made.set(image, revision);
    const answered = answer && this.entries.get().find(({ id }) => id === answer.id);
    const old = new Set([...gone, ...put.map(({ id }) => id)]);
    const left = this.entries.get().filter(({ id }) => !old.has(id));
    this.entries.set([...left, ...put].toSorted((one, other) => one.at - other.at));
    const caller = answer && this.#callers.get(answer.id);
    if (answered && !caller) this.#ports.onChanged(answered.dataset, imagesOf(answered.call));
    if (!caller) return;
    this.#callers.delete(answer.id);
    if (answer.outcomes) caller.resolve([...answer.outcomes]);
    else caller.reject(errorOf(answer.refusal as Refusal));
    // The caller says it.
    const refused = put.filter(({ id }) => id === answer.id);
    if (refused.length > 0) void this.dismiss(refused);
  }
}

const errorOf = ({ message, status, requestId }: Refusal): SightlineError =>
  new SightlineError(message, { kind: 'refused', status, requestId });
