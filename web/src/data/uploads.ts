/** Pictures that somebody uploads into a dataset: a few at a time, each until it is stored, refused, or known already. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { Store } from './store.ts';

/** `waiting`: its turn has not come. `paused`: there is no connection. The last four are final, but for a retry of `failed`. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'stored' | 'known' | 'refused' | 'failed';

export interface Upload {
  id: number;
  file: File;
  state: UploadState;
  /** Why it was not added, in the service's own sentence, or the name of one of our texts. */
  reason?: string | UploadFlaw;
  requestId?: string | undefined;
}

/** What the page itself knows of a picture that is not added. */
export type UploadFlaw =
  | 'uploadTooLarge'
  | 'uploadNoPicture'
  | 'uploadKnown'
  | 'uploadTwice'
  | 'uploadTrashed';

/** What became of a picture that the service has taken. */
export type Fate = 'stored' | 'known' | 'trashed';

export interface UploadTarget {
  /** Adds a picture. @returns the id of its record. @throws SightlineError */
  send(file: File, signal: AbortSignal): Promise<string>;
  /** Whether the record is new, or stood before. */
  fateOf(id: string): Promise<Fate>;
}

/** The service's limit of a picture (Contract 6). */
const LARGEST = 20 * 1024 * 1024;
/** Pictures on their way at once. */
const TOGETHER = 3;
/** Milliseconds until the connection is tried again. */
const RETRY = 5_000;

/** An error that is not the service's, such as a file that can no longer be read. */
const PLAIN = { kind: 'unexpected', status: 0, requestId: undefined } as const;

const OPEN: readonly UploadState[] = ['waiting', 'sending', 'paused'];

export const isOpen = ({ state }: Upload): boolean => OPEN.includes(state);

export class Uploads {
  readonly store = new Store<readonly Upload[]>([]);
  readonly #target: UploadTarget;
  readonly #ids = new Set<string>();
  readonly #end = new AbortController();
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(target: UploadTarget) {
    this.#target = target;
  }

  add(files: Iterable<File>): void {
    const added = Array.from(files, (file) => ({ id: this.#count++, file, ...firstLook(file) }));
    this.store.set([...this.store.get(), ...added]);
    this.#next();
  }

  /** Those that failed, once more. */
  retry(): void {
    this.#changeAll(({ state }) => state === 'failed' || state === 'paused', { state: 'waiting' });
    this.#next();
  }

  /** Takes all away; what is on its way is given up. */
  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
    this.store.set([]);
  }

  #next(): void {
    const all = this.store.get();
    const free = TOGETHER - all.filter(({ state }) => state === 'sending').length;
    const waiting = all.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, free))) void this.#send(upload);
  }

  async #send({ id, file }: Upload): Promise<void> {
    this.#change(id, { state: 'sending' });
    try {
      const record = await this.#target.send(file, this.#end.signal);
      this.#change(id, await this.#fate(record));
    } catch (error) {
      this.#fail(id, error as Error);
    }
    this.#next();
  }

  async #fate(record: string): Promise<Partial<Upload>> {
    if (this.#ids.has(record)) return { state: 'known', reason: 'uploadTwice' };
    this.#ids.add(record);
    const fate = await this.#target.fateOf(record).catch(() => 'stored' as const);
    if (fate === 'stored') return { state: 'stored' };
    return { state: 'known', reason: fate === 'known' ? 'uploadKnown' : 'uploadTrashed' };
  }

  #fail(id: number, error: Error): void {
    const { kind, status, message, requestId } =
      error instanceof SightlineError ? error : { ...PLAIN, message: error.message };
    if (kind === 'aborted') return;
    const isRefused = kind === 'refused' && status < 500 && status !== 429;
    const about = { reason: message, requestId };
    if (kind === 'unreachable' || kind === 'late') this.#pause(id);
    else this.#change(id, { state: isRefused ? 'refused' : 'failed', ...about });
  }

  /** Nothing is lost while the connection is: all that waits goes on when it is back. */
  #pause(id: number): void {
    this.#change(id, { state: 'paused' });
    this.#changeAll(({ state }) => state === 'waiting', { state: 'paused' });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.resume(), RETRY);
  }

  /** The connection may be back. */
  resume(): void {
    const paused = this.store.get().filter(({ state }) => state === 'paused');
    for (const { id } of paused) this.#change(id, { state: 'waiting' });
    this.#next();
  }

  #change(id: number, change: Partial<Upload>): void {
    this.#changeAll((upload) => upload.id === id, change);
  }

  #changeAll(which: (upload: Upload) => boolean, change: Partial<Upload>): void {
    this.store.set(this.store.get().map((upload) => (which(upload) ? { ...upload, ...change } : upload)));
  }
}

/** Refuses what the service would certainly refuse, before it is sent. */
function firstLook({ type, size }: File): Pick<Upload, 'state' | 'reason'> {
  if (type !== '' && !type.startsWith('image/')) return { state: 'refused', reason: 'uploadNoPicture' };
  return size > LARGEST ? { state: 'refused', reason: 'uploadTooLarge' } : { state: 'waiting' };
}
