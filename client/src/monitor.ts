import type { Routes, UpdateTagsRequest } from './api.ts';
import { MonitorCalls, MonitorHooksCalls, MonitorMembersCalls } from './calls.ts';
import { type HeardCommand, type ListenOptions, listenForCommands } from './live/commands.ts';
import type { LiveSettings, MonitorState } from './live/state.ts';
import { startWatch, type WatchOptions } from './live/watch.ts';
import { type PictureSource, readPicture } from './picture.ts';
import type { Resource } from './resource.ts';
import { type CallOptions, startDeadline } from './transport.ts';

export type TagUpdate = UpdateTagsRequest;
/**
 * `date`: Unix milliseconds; the time of the call by default. `tag`: without it the image is unlabelled. `session`: name of
 * the run that the image belongs to: for images that come late.
 */
export type UploadOptions = Routes['POST /monitor/{monitor_id}/image']['query'];
/** Id of the image record. */
export interface AddedImage {
  id: string;
}

/** A camera or sensor, and its sessions (Spec 4.3). */
export class Monitor extends MonitorCalls {
  readonly id: string;
  readonly #live: LiveSettings;

  /** @param monitors the resource above it */
  constructor(id: string, monitors: Resource, live: LiveSettings) {
    super(monitors.at(id));
    this.id = id;
    this.#live = live;
  }

  /** Adds an image. All attempts of one call send the same date, so the image is counted once. */
  async upload(
    image: PictureSource,
    { signal, deadline, date = Date.now(), ...about }: UploadOptions & CallOptions = {},
  ): Promise<AddedImage> {
    const left = startDeadline(deadline);
    const bytes = await readPicture(image, { signal, deadline });
    return { id: await this.askAddImage(bytes, { ...about, date }, { signal, deadline: left() }) };
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

  /**
   * Commands for this camera, each taken by this device alone, once, in order, as they come: `for await`. While the loop is busy
   * with one, no other is taken. Needs a device key. It goes on after any failure, until the loop is left or the signal aborts.
   */
  listen(options: ListenOptions = {}): AsyncIterable<HeardCommand> {
    const admit = (signal: AbortSignal | undefined) => this.token({}, { signal });
    return listenForCommands({ admit, fetch: this.#live.fetch }, options);
  }

  /** Addresses that are told what happens here. */
  get hooks(): MonitorHooksCalls {
    return new MonitorHooksCalls(this.resource.at('hook'));
  }

  get members(): MonitorMembersCalls {
    return new MonitorMembersCalls(this.resource.at('members'));
  }
}
