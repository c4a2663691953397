import type { ListedDataset, ListedMonitor, ListedOffer, Routes } from './api.ts';
import { GitCalls, ServiceCalls } from './calls.ts';
import { Dataset } from './dataset.ts';
import { Image } from './image.ts';
import type { LiveSettings } from './live/state.ts';
import { Monitor } from './monitor.ts';
import { Resource } from './resource.ts';
import { RETRY, type RetryPolicy } from './retry.ts';
import { type CallOptions, Transport } from './transport.ts';

export type { ListedDataset, ListedMonitor } from './api.ts';

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

/** A client of the Sightline service at one address, with the identity of one caller. */
export class Sightline extends ServiceCalls {
  /** Git operations on the flow editor's project. */
  readonly git: GitCalls;
  readonly #transport: Transport;
  readonly #live: LiveSettings;

  constructor({ baseUrl, token, deviceKey, fetch: given, retry, databaseUrl }: SightlineOptions) {
    const transport = new Transport({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      token,
      deviceKey,
      // The browser's `fetch` throws when it is called as a method of another object.
      fetch: given ?? ((...args) => globalThis.fetch(...args)),
      retry: { ...RETRY, ...retry },
    });
    super(new Resource('', transport));
    this.#transport = transport;
    this.#live = { databaseUrl, token, fetch: transport.settings.fetch };
    this.git = new GitCalls(this.resource.at('service-git'));
  }

  monitors(id: string): Monitor {
    return new Monitor(id, this.resource.at('monitor'), this.#live);
  }

  datasets(id: string): Dataset {
    return new Dataset(id, this.resource.at('dataset'));
  }

  /**
   * All datasets that the caller may see, by name, including their own deleted ones, which have `deleted`.
   * @param query.tags false: without their tags, which is faster
   */
  override async listDatasets(
    query?: Omit<Routes['GET /dataset']['query'], 'after'>,
    options?: CallOptions,
  ): Promise<ListedDataset[]> {
    return (await super.listDatasets(query, options)).sort(byName);
  }

  /** All monitors that the caller may see, by name. */
  override async listMonitors(
    query?: Omit<Routes['GET /monitor']['query'], 'after'>,
    options?: CallOptions,
  ): Promise<ListedMonitor[]> {
    return (await super.listMonitors(query, options)).sort(byName);
  }

  /** Datasets and monitors whose ownership is offered to the caller: accept or decline it with their `members`. */
  async listOffers(options?: CallOptions): Promise<Record<'datasets' | 'monitors', ListedOffer[]>> {
    const offersAt = async (area: string): Promise<ListedOffer[]> =>
      (await this.ask<{ offers?: ListedOffer[] }>('GET', [area], {}, options)).offers ?? [];
    const [datasets, monitors] = await Promise.all([offersAt('dataset'), offersAt('monitor')]);
    return { datasets, monitors };
  }

  /** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg` */
  images(uri: string): Image {
    return new Image(uri, this.#transport);
  }
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);
