/**
 * A queue of image files to upload into a dataset. Each is kept in this browser, and a few are sent at a time, each until it is
 * stored, known or refused.
 */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { mayBePicture } from '../dropped-files.ts';
import { Store } from '../live/store.ts';
import type { FileKeeper, KeptFile } from './kept-files.ts';

/** `waiting`: queued. `paused`: no connection. `known`: it was there already. The last four are final, but `failed` can be retried. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'stored' | 'known' | 'refused' | 'failed';

export interface Upload {
  id: number;
  file: File;
  state: UploadState;
  /** Whether it outlives this tab. */
  isKept: boolean;
  /** Why it was not added: the service's error message, or the key of one of our texts. */
  reason?: string | UploadFlaw;
  /** Of the service's error. */
  status?: number;
  requestId?: string | undefined;
}

/** Reasons that this page finds itself, as keys of texts. */
export type UploadFlaw =
  | 'uploadTooLarge'
  | 'uploadNoPicture'
  | 'uploadKnown'
  | 'uploadTwice'
  | 'uploadTrashed';

/** What has happened to a file that the service accepted. */
export type UploadOutcome = 'stored' | 'known' | 'trashed';

export interface UploadTarget {
  /** Uploads a file. @returns the id of its record. @throws SightlineError */
  send(file: File, signal: AbortSignal): Promise<string>;
  /** Whether the record is new or was there before. */
  outcomeOf(id: string): Promise<UploadOutcome>;
}

/** Largest file that the service accepts (Contract 6). */
const MAX_BYTES = 20 * 1024 * 1024;
/** Files that are sent at the same time. */
const CONCURRENCY = 3;
/** Milliseconds until a paused upload is retried: the browser may be online while the service is away. */
const RETRY = 5_000;

/** Whether the same upload will succeed by itself, later. */
export const isUnreachable = ({ kind }: { kind?: string }): boolean =>
  kind === 'unreachable' || kind === 'late';

/** For an error of the browser, such as a file that can no longer be read. */
const PLAIN = { kind: 'unexpected', status: 0, requestId: undefined } as const;

const OPEN: readonly UploadState[] = ['waiting', 'sending', 'paused'];

export const isOpen = ({ state }: Upload): boolean => OPEN.includes(state);

/** Whether it can still be stored. */
const isLeft = (upload: Upload): boolean => isOpen(upload) || upload.state === 'failed';

/** The browser asks before it closes the tab while that would lose an upload, whichever page is open. */
export function askBeforeLeaving({ store }: Uploads): void {
  const ask = (event: Event) => event.preventDefault();
  store.subscribe(() => {
    if (store.get().some((each) => isOpen(each) && !each.isKept))
      window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  });
}

export class Uploads {
  readonly store = new Store<readonly Upload[]>([]);
  readonly #target: UploadTarget;
  readonly #keeper: FileKeeper;
  readonly #retryAfter: number;
  readonly #ids = new Set<string>();
  readonly #end = new AbortController();
  /** Of what is being sent. */
  #sending = new AbortController();
  #count = 0;
  #keeping = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param retryAfter milliseconds until a paused upload is retried */
  constructor(target: UploadTarget, keeper: FileKeeper, retryAfter = RETRY) {
    this.#target = target;
    this.#keeper = keeper;
    this.#retryAfter = retryAfter;
  }

  add(files: Iterable<File>): void {
    const added = Array.from(files, (file) => ({
      id: this.#count++,
      file,
      isKept: false,
      ...checkFile(file),
    }));
    this.#append(added);
    this.#keeping = this.#keeping.then(() => this.#keep(added));
  }

  /** Goes on with what an earlier tab has kept. */
  addKept(files: readonly KeptFile[]): void {
    this.#count = Math.max(this.#count, ...files.map(({ id }) => id + 1));
    this.#append(files.map((each) => ({ ...each, state: 'waiting', isKept: true })));
  }

  #append(added: readonly Upload[]): void {
    this.store.set([...this.store.get(), ...added]);
    this.#next();
  }

  /** One after another: the files are copied. What was sent meanwhile needs that no more. */
  async #keep(added: readonly Upload[]): Promise<void> {
    for (const { id, file } of added) {
      const isNeeded = () => this.store.get().some((each) => each.id === id && isLeft(each));
      if (!isNeeded()) continue;
      try {
        await this.#keeper.keep(id, file);
        if (isNeeded()) this.#change(id, { isKept: true });
        // Nothing of this visit is left if it was cancelled.
        else if (!this.#end.signal.aborted) await this.#keeper.forget(id);
      } catch {
        // There is no room. The browser asks before it closes the tab.
      }
    }
  }

  /** Retries failed and paused uploads. */
  retry(): void {
    this.#changeAll(({ state }) => state === 'failed' || state === 'paused', { state: 'waiting' });
    this.#next();
  }

  /** Sends nothing more of what is not stored yet, and keeps nothing of it. @returns these files */
  cancelRest(): readonly File[] {
    const rest = this.store.get().filter(isLeft);
    this.#sending.abort();
    this.#sending = new AbortController();
    clearTimeout(this.#timer);
    this.store.set(this.store.get().filter((each) => !isLeft(each)));
    for (const { id, isKept } of rest) if (isKept) this.#keeper.forget(id).catch(() => {});
    return rest.map(({ file }) => file);
  }

  /** Keeps nothing of the files any more, once it is closed. */
  forget(): Promise<unknown> {
    return this.#keeper.forgetAll();
  }

  /** Empties the queue and aborts running uploads. What is kept stays so. */
  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    this.store.set([]);
  }

  #next(): void {
    const all = this.store.get();
    const free = CONCURRENCY - all.filter(({ state }) => state === 'sending').length;
    const waiting = all.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, free))) void this.#send(upload);
  }

  async #send({ id, file }: Upload): Promise<void> {
    this.#change(id, { state: 'sending' });
    try {
      const record = await this.#target.send(file, AbortSignal.any([this.#end.signal, this.#sending.signal]));
      // Nobody asks any more what became of one that was cancelled.
      if (this.store.get().some((each) => each.id === id)) this.#settle(id, await this.#outcome(record));
    } catch (error) {
      this.#fail(id, error as Error);
    }
    this.#next();
  }

  async #outcome(record: string): Promise<Partial<Upload>> {
    if (this.#ids.has(record)) return { state: 'known', reason: 'uploadTwice' };
    this.#ids.add(record);
    const outcome = await this.#target.outcomeOf(record).catch(() => 'stored' as const);
    if (outcome === 'stored') return { state: 'stored' };
    return { state: 'known', reason: outcome === 'known' ? 'uploadKnown' : 'uploadTrashed' };
  }

  #fail(id: number, error: Error): void {
    const { kind, status, message, requestId } =
      error instanceof SightlineError ? error : { ...PLAIN, message: error.message };
    if (kind === 'aborted') return;
    const isRefused = kind === 'refused' && status < 500 && status !== 429;
    const about = { reason: message, status, requestId };
    if (isUnreachable({ kind })) this.#pause(id);
    else if (isRefused) this.#settle(id, { state: 'refused', ...about });
    else this.#change(id, { state: 'failed', ...about });
  }

  /** Without a connection, everything that waits is paused, and resumed later. */
  #pause(id: number): void {
    this.#change(id, { state: 'paused' });
    this.#changeAll(({ state }) => state === 'waiting', { state: 'paused' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#resume(), this.#retryAfter);
  }

  #resume(): void {
    const paused = this.store.get().filter(({ state }) => state === 'paused');
    for (const { id } of paused) this.#change(id, { state: 'waiting' });
    this.#next();
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#changeAll((upload) => upload.id === id, change);
  }

  /** What is done needs to be kept no more. */
  #settle(id: number, change: Partial<Upload>): void {
    const isKept = this.store.get().some((each) => each.id === id && each.isKept);
    this.#change(id, { ...change, isKept: false });
    if (isKept) this.#keeper.forget(id).catch(() => {});
  }

  #changeAll(which: (upload: Upload) => boolean, change: Partial<Upload>): void {
    this.store.set(this.store.get().map((upload) => (which(upload) ? { ...upload, ...change } : upload)));
  }
}

/** Refuses a file that the service would certainly refuse, without sending it. */
function checkFile({ type, size }: File): Pick<Upload, 'state' | 'reason'> {
  if (!mayBePicture({ type })) return { state: 'refused', reason: 'uploadNoPicture' };
  return size > MAX_BYTES ? { state: 'refused', reason: 'uploadTooLarge' } : { state: 'waiting' };
}
