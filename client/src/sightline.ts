import type { DatasetType, ListedOffer, NewDataset, NewMonitor, Role } from './curate/records.ts';
import { Dataset } from './dataset.ts';
import { Git } from './git.ts';
import { Image } from './image.ts';
import type { LiveSettings } from './live/state.ts';
import { Monitor } from './monitor.ts';
import { Resource } from './resource.ts';
import { RETRY, type RetryPolicy } from './retry.ts';
import { type CallOptions, randomId, Transport } from './transport.ts';

export interface SightlineOptions {
  /** `https://<region>-<project>.cloudfunctions.net`, or the Hosting site that serves the functions. */
  baseUrl: string;
  /**
   * Returns the Firebase ID token, for example `() => auth.currentUser?.getIdToken() ?? null`, or a job's key of a dataset. Called
   * before each attempt.
   */
  token?: () => Promise<string | null> | string | null;
  /** Device key of a camera; use it instead of `token`. */
  deviceKey?: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  retry?: Partial<RetryPolicy>;
  /** Address of the Realtime Database, for live state without the web SDK; include `?ns=` for a local one. */
  databaseUrl?: string;
}

export interface ListedDataset {
  id: string;
  name: string;
  type: DatasetType;
  role: Role;
  imageCounter: number;
  suggest: 'off' | 'builtin' | 'http';
  /** Address of its own detector; `off`: Cloud Vision. */
  detector: string;
  /** Absent if they were not asked for. */
  tags?: { id: string; name: string }[];
  /** When it is deleted for good, Unix milliseconds; only for deleted datasets. */
  deleted?: number;
}

export interface ListedMonitor {
  id: string;
  name: string;
  role: Role;
  dataset: string | null;
  /** Id of the running session; `''` while the monitor is stopped. */
  session: string;
  /** Frames per minute that its camera should send; null: as many as in its last session. */
  expected: number | null;
}

/** A client of the Sightline service at one address, with the identity of one caller. */
export class Sightline {
  /** Git operations on the flow editor's project. */
  readonly git: Git;
  readonly #transport: Transport;
  readonly #datasets: Resource;
  readonly #monitors: Resource;
  readonly #live: LiveSettings;

  constructor({ baseUrl, token, deviceKey, fetch: given, retry, databaseUrl }: SightlineOptions) {
    this.#transport = new Transport({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      token,
      deviceKey,
      // The browser's `fetch` throws when it is called as a method of another object.
      fetch: given ?? ((...args) => globalThis.fetch(...args)),
      retry: { ...RETRY, ...retry },
    });
    this.#live = { databaseUrl, token, fetch: this.#transport.settings.fetch };
    this.#datasets = new Resource('/dataset', this.#transport);
    this.#monitors = new Resource('/monitor', this.#transport);
    this.git = new Git(this.#transport);
  }

  monitors(id: string): Monitor {
    return new Monitor(id, this.#monitors, this.#live);
  }

  datasets(id: string): Dataset {
    return new Dataset(id, this.#datasets);
  }

  /**
   * All datasets that the caller may see, by name, including their own deleted ones, which have `deleted`.
   * @param options.tags false: without their tags, which is faster
   */
  async listDatasets({ tags, ...options }: CallOptions & { tags?: boolean } = {}): Promise<ListedDataset[]> {
    return (await this.#datasets.askAll<ListedDataset>('datasets', { tags }, options)).sort(byName);
  }

  /** @returns the id of the dataset, which the caller owns */
  async createDataset(dataset: NewDataset, options?: CallOptions): Promise<string> {
    const asked = { method: 'POST', json: dataset, key: randomId() } as const;
    return (await this.#datasets.ask<{ id: string }>(asked, options)).id;
  }

  /** All monitors that the caller may see, by name. */
  async listMonitors(options?: CallOptions): Promise<ListedMonitor[]> {
    return (await this.#monitors.askAll<ListedMonitor>('monitors', {}, options)).sort(byName);
  }

  /** @returns the id of the monitor, which the caller owns */
  async createMonitor(monitor: NewMonitor, options?: CallOptions): Promise<string> {
    const asked = { method: 'POST', json: monitor, key: randomId() } as const;
    return (await this.#monitors.ask<{ id: string }>(asked, options)).id;
  }

  /** Datasets and monitors whose ownership is offered to the caller: accept or decline it with their `members`. */
  async listOffers(options?: CallOptions): Promise<Record<'datasets' | 'monitors', ListedOffer[]>> {
    const [datasets, monitors] = await Promise.all(
      [this.#datasets, this.#monitors].map((each) =>
        each.ask<{ offers?: ListedOffer[] }>({ method: 'GET' }, options),
      ),
    );
    return { datasets: datasets?.offers ?? [], monitors: monitors?.offers ?? [] };
  }

  /** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg` */
  images(uri: string): Image {
    return new Image(uri, this.#transport);
  }
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
