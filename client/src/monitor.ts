import type { Answer, Body } from './answer.ts';
import { isSuccess } from './answer.ts';
import type { LiveSettings, MonitorState } from './live/state.ts';
import { startWatch, type WatchOptions } from './live/watch.ts';
import { type PictureSource, readPicture } from './picture.ts';
import type { CallOptions, Request, Transport } from './transport.ts';

export type Started = Answer<'GET /monitor/{monitor_id}/start'>['data'];
export type Stopped = Answer<'GET /monitor/{monitor_id}/stop'>['data'];
export type AddedImage = Answer<'POST /monitor/{monitor_id}/image'>['data'];
/** The route takes it in `data` as well. */
export type TagUpdate = Exclude<Body<'POST /monitor/updateTags'>, { data: unknown }>;

export interface UploadOptions {
  /** Unix milliseconds; the time of the call unless given. */
  date?: number;
  /** File name. */
  name?: string;
  /** Dataset id; the monitor's own unless given. */
  dataset?: string;
  /** Tag id or path; without one the image is unlabelled. */
  tag?: string;
}

/** A camera or sensor, and its sessions (Spec 4.3). */
export class Monitor {
  readonly id: string;
  readonly #transport: Transport;
  readonly #live: LiveSettings;

  constructor(id: string, transport: Transport, live: LiveSettings) {
    this.id = id;
    this.#transport = transport;
    this.#live = live;
  }

  /**
   * Starts a session. An answer that got lost is asked for again: "Already started" then means that the first try did it.
   * @throws SightlineError 409 where a session runs already
   */
  start(options: CallOptions & { uid?: string } = {}): Promise<Started> {
    const query = { uid: options.uid };
    return this.#session<Started>('start', { query, result: { result: 'Started', error: false } }, options);
  }

  /** Ends the session. @throws SightlineError 409 where none runs */
  stop(options: CallOptions = {}): Promise<Stopped> {
    return this.#session<Stopped>(
      'stop',
      { query: {}, result: { result: 'Stopped', error: false } },
      options,
    );
  }

  #session<T extends { error: false }>(
    action: 'start' | 'stop',
    { query, result }: { query: Request<T>['query'] & object; result: T },
    options: CallOptions,
  ): Promise<T> {
    const path = `${this.#path}/${action}`;
    const doneBefore = { status: 409, result };
    return this.#transport.call(
      { method: 'POST', path, query, isRepeatable: true, doneBefore, read: dataOf<T> },
      options,
    );
  }

  /**
   * Adds an image. All tries of one call are the same frame, which is counted once: the date is set here, once.
   * @returns the `id` of the image's record, which stands
   */
  async upload(
    image: PictureSource,
    { date = Date.now(), name, dataset, tag, ...options }: UploadOptions & CallOptions = {},
  ): Promise<AddedImage> {
    const bytes = await readPicture(image);
    const path = `${this.#path}/image`;
    const query = { date, name, dataset, tag };
    return this.#transport.call(
      { method: 'POST', path, query, bytes, isRepeatable: true, read: dataOf<AddedImage> },
      options,
    );
  }

  /** Replaces the annotations of an image. */
  async updateTags(update: TagUpdate, options: CallOptions = {}): Promise<void> {
    const path = '/monitor/updateTags';
    const read = (body: unknown) => isSuccess(body) || undefined;
    await this.#transport.call({ method: 'POST', path, json: update, isRepeatable: true, read }, options);
  }

  /**
   * The live state, now and at each change; null for a monitor that never ran. Through the web SDK where `database` is
   * given; else by asking `databaseUrl` once a second at the most, and not at all while the page is hidden.
   * With a listener it returns what ends the watch; without one it is an async iterable, whose reader always gets the
   * newest state and may miss some between.
   */
  watch(listener: (state: MonitorState | null) => void, options?: WatchOptions): () => void;
  watch(options?: WatchOptions): AsyncIterable<MonitorState | null>;
  watch(first?: WatchOptions | ((state: MonitorState | null) => void), second: WatchOptions = {}) {
    const path = `monitor/${this.id}`;
    return typeof first === 'function'
      ? startWatch(path, this.#live, second).listen(first)
      : startWatch(path, this.#live, first ?? {}).iterate();
  }

  get #path(): string {
    return `/monitor/${encodeURIComponent(this.id)}`;
  }
}

/** Whatever stands between may answer 200 with something else: only this acknowledges. */
function dataOf<T extends { error: false }>(body: unknown): T | undefined {
  const data = (body as { data?: T } | null)?.data;
  return data?.error === false ? data : undefined;
}
