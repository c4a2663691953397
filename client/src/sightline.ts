import { Dataset } from './dataset.ts';
import { Git } from './git.ts';
import { Image } from './image.ts';
import type { LiveSettings } from './live/state.ts';
import { Monitor } from './monitor.ts';
import { RETRY, type RetryPolicy } from './retry.ts';
import { Transport } from './transport.ts';

export interface SightlineOptions {
  /** `https://<region>-<project>.cloudfunctions.net`, or where Hosting serves the functions. */
  baseUrl: string;
  /** Gives the Firebase ID token, as `() => auth.currentUser?.getIdToken() ?? null`. Asked before each try. */
  token?: () => Promise<string | null> | string | null;
  /** Of a camera, in place of a token. */
  deviceKey?: string;
  /** In place of the platform's own. */
  fetch?: typeof fetch;
  retry?: Partial<RetryPolicy>;
  /** Of the Realtime Database, for live state without the web SDK; a local one with its `?ns=`. */
  databaseUrl?: string;
}

/** The service at one address, as one caller. */
export class Sightline {
  /** The flow editor's project. */
  readonly git: Git;
  readonly #transport: Transport;
  readonly #live: LiveSettings;

  constructor({ baseUrl, token, deviceKey, fetch: given, retry, databaseUrl }: SightlineOptions) {
    this.#transport = new Transport({
      ...{ baseUrl: baseUrl.replace(/\/+$/, ''), token, deviceKey },
      // Browsers' own refuses to be called as a method of anything else.
      fetch: given ?? ((...args) => globalThis.fetch(...args)),
      retry: { ...RETRY, ...retry },
    });
    this.#live = { databaseUrl, token, fetch: this.#transport.settings.fetch };
    this.git = new Git(this.#transport);
  }

  monitors(id: string): Monitor {
    return new Monitor(id, this.#transport, this.#live);
  }

  datasets(id: string): Dataset {
    return new Dataset(id, this.#transport);
  }

  /** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or encoded already: `a--b.jpg` */
  images(uri: string): Image {
    return new Image(uri, this.#transport);
  }
}
