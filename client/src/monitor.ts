import type { Answer, Body } from './answer.ts';
import { readDone } from './answer.ts';
import { Members } from './curate/members.ts';
import type { DeviceKeyRecord, MonitorChange } from './curate/records.ts';
import { Hooks, type MonitorEvent } from './hooks.ts';
import type { LiveSettings, MonitorState } from './live/state.ts';
import { startWatch, type WatchOptions } from './live/watch.ts';
import { type PictureSource, readPicture } from './picture.ts';
import type { Resource } from './resource.ts';
import { type CallOptions, type Request, startDeadline } from './transport.ts';

export type Started = Answer<'GET /monitor/{monitor_id}/start'>['data'];
export type Stopped = Answer<'GET /monitor/{monitor_id}/stop'>['data'];
export type AddedImage = Answer<'POST /monitor/{monitor_id}/image'>['data'];
/** The route also accepts it in `data`. */
export type TagUpdate = Exclude<Body<'POST /monitor/updateTags'>, { data: unknown }>;

export interface UploadOptions {
  /** Unix milliseconds; the time of the call by default. */
  date?: number;
  /** File name. */
  name?: string;
  /** Dataset id; the monitor's dataset by default. */
  dataset?: string;
  /** Tag id or path; without it the image is unlabelled. */
  tag?: string;
  /** Name of the run that the image belongs to, 1 to 64 of `A-Z a-z 0-9 _ -`: for images that come late. */
  session?: string;
}

/** A camera or sensor, and its sessions (Spec 4.3). */
export class Monitor {
  readonly id: string;
  readonly #resource: Resource;
  readonly #live: LiveSettings;

  /** @param monitors the resource above it */
  constructor(id: string, monitors: Resource, live: LiveSettings) {
    this.id = id;
    this.#resource = monitors.at(id);
    this.#live = live;
  }

  /**
   * Starts a session. If an answer is lost, the call is retried; "Already started" then means that the first attempt worked.
   * @throws SightlineError 409 if a session is already running
   */
  start(options: CallOptions & { uid?: string; session?: string } = {}): Promise<Started> {
    const query = { uid: options.uid, session: options.session };
    return this.#session<Started>('start', { query, result: { result: 'Started', error: false } }, options);
  }

  /** Ends the session. @throws SightlineError 409 if none is running */
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
    const doneBefore = { status: 409, result };
    return this.#resource
      .at(action)
      .call({ method: 'POST', query, isRepeatable: true, doneBefore, read: dataOf<T> }, options);
  }

  /**
   * Adds an image. All attempts of one call send the same date, so the image is counted once.
   * @returns the `id` of the image record
   */
  async upload(
    image: PictureSource,
    { date = Date.now(), name, dataset, tag, session, ...options }: UploadOptions & CallOptions = {},
  ): Promise<AddedImage> {
    const left = startDeadline(options.deadline);
    const bytes = await readPicture(image, options);
    const query = { date, name, dataset, tag, session };
    return this.#resource
      .at('image')
      .call(
        { method: 'POST', query, bytes, isRepeatable: true, read: dataOf<AddedImage> },
        { ...options, deadline: left() },
      );
  }

  /** Replaces the annotations of an image. */
  async updateTags(update: TagUpdate, options: CallOptions = {}): Promise<void> {
    const path = '/monitor/updateTags';
    await this.#resource.transport.call(
      { method: 'POST', path, json: update, isRepeatable: true, read: readDone },
      options,
    );
  }

  /**
   * The live state, now and after each change; null for a monitor that never ran. Pushed by the web SDK if `database` is
   * given; otherwise polled from `databaseUrl` at most once a second, and not while the page is hidden.
   * With a listener it returns a function that ends the watch. Without one it returns an async iterable, which always
   * yields the newest state and may skip older ones.
   */
  watch(listener: (state: MonitorState | null) => void, options?: WatchOptions): () => void;
  watch(options?: WatchOptions): AsyncIterable<MonitorState | null>;
  watch(first?: WatchOptions | ((state: MonitorState | null) => void), second: WatchOptions = {}) {
    const path = `monitor/${this.id}`;
    return typeof first === 'function'
      ? startWatch(path, this.#live, second).listen(first)
      : startWatch(path, this.#live, first ?? {}).iterate();
  }

  /** Addresses that are told what happens here. */
  get hooks(): Hooks<MonitorEvent> {
    return new Hooks(this.#resource.at('hook'));
  }

  get members(): Members {
    return new Members(this.#resource.at('members'));
  }

  /** `dataset: null`: frames that name no dataset go nowhere from then on. */
  async update(fields: MonitorChange, options?: CallOptions): Promise<void> {
    await this.#resource.ask({ method: 'PATCH', json: fields }, options);
  }

  /** Only a stopped monitor can be deleted. Its sessions and images are kept. */
  async delete(options?: CallOptions): Promise<void> {
    await this.#resource.ask({ method: 'DELETE', doneBefore: 404 }, options);
  }

  async keys(options?: CallOptions): Promise<DeviceKeyRecord[]> {
    const keys = this.#resource.at('keys');
    return (await keys.ask<{ keys: DeviceKeyRecord[] }>({ method: 'GET' }, options)).keys;
  }

  /** Creates a device key. The key itself is returned only here. */
  async createKey(options?: CallOptions): Promise<{ key: string; hash: string }> {
    return this.#resource.at('keys').ask({ method: 'POST', isRepeatable: false }, options);
  }

  /** The caller answers for the key from now on. @param hash the first 12 characters, as in `keys` */
  async takeKey(hash: string, options?: CallOptions): Promise<void> {
    await this.#resource.at('keys', hash).ask({ method: 'PUT' }, options);
  }

  /** @param hash the first 12 characters, as in `keys` */
  async revokeKey(hash: string, options?: CallOptions): Promise<void> {
    await this.#resource.at('keys', hash).ask({ method: 'DELETE' }, options);
  }
}

/** A proxy may answer 200 with something else, so the body is checked. */
function dataOf<T extends { error: false }>(body: unknown): T | undefined {
  const data = (body as { data?: T } | null)?.data;
  return data?.error === false ? data : undefined;
}
