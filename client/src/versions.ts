import type { Answer, Query } from './answer.ts';
import type { ImageFilter } from './curate/records.ts';
import { type Download, openExport } from './download.ts';
import type { Resource } from './resource.ts';
import { type CallOptions, randomId } from './transport.ts';

type MadeAnswer = Answer<'POST /dataset/{dataset_id}/version'>;
type ListAnswer = Answer<'GET /dataset/{dataset_id}/version'>;
type VersionAnswer = Answer<'GET /dataset/{dataset_id}/version/{version}'>;
type DiffAnswer = Answer<'GET /dataset/{dataset_id}/version/{version}/diff/{other}'>;

/** `hash`: SHA-256 of the manifest. */
export type MadeVersion = Pick<MadeAnswer, 'number' | 'hash' | 'counts'>;
export type ListedVersion = ListAnswer['versions'][number];
export type Version = Omit<VersionAnswer, 'error' | 'status'>;
/** Counts of all changes, and the image ids of a page. */
export type VersionDiff = Omit<DiffAnswer, 'error' | 'status'>;
export type ExportFormat = Query<'GET /dataset/{dataset_id}/version/{version}/export'>['format'];

export interface VersionOptions {
  name?: string;
  note?: string;
  /** Percent of the images. Both absent mean 10 and 10; if one is given, the other is 0. */
  test?: number;
  validation?: number;
  group?: 'burst' | 'minute' | 'session' | 'image';
  /** Class names by tag id or name; null leaves a tag out. The short form `name:label,name:label` works too. */
  tagmap?: Record<string, string | null> | string;
  /** The images keep the sets that the split gave them. */
  save?: boolean;
  filter?: ImageFilter;
  /** Annotations of models that no person has accepted; included by default. */
  inference?: 'include' | 'exclude';
  /** Images without any label that nobody has checked; excluded by default from datasets of boxes or masks. */
  unchecked?: 'include' | 'exclude';
}

export interface DiffOptions {
  limit?: number;
  after?: string;
  change?: 'added' | 'removed' | 'relabelled' | 'moved';
  details?: boolean;
}

/** `notes`: what the format cannot hold, in sentences. */
export type ExportedVersion = Download & { notes: string[] };

/** Immutable snapshots of a dataset, and their exports. */
export class Versions {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  /**
   * Makes a version of the images as they are now. All attempts share one request id, so an attempt whose connection broke
   * is continued, and one version is made.
   */
  make(
    { key = randomId(), ...version }: VersionOptions & { key?: string } = {},
    options?: CallOptions,
  ): Promise<MadeVersion> {
    return this.#resource.ask({ method: 'POST', json: version, key, isLong: true }, options);
  }

  /** The counts that a version would have now, of each set and class. Nothing is written. */
  preview(version: VersionOptions = {}, options?: CallOptions): Promise<Pick<MadeVersion, 'counts'>> {
    return this.#resource.at('preview').ask({ method: 'POST', json: version, isLong: true }, options);
  }

  /** Highest number first. @param options.after `next` of the previous page */
  list({ limit, after, ...options }: CallOptions & { limit?: number; after?: number } = {}): Promise<{
    versions: ListedVersion[];
    next: number | null;
  }> {
    return this.#resource.ask({ method: 'GET', query: { limit, after } }, options);
  }

  /** @param number `latest`: the ready one with the highest number */
  get(number: number | 'latest', options?: CallOptions): Promise<Version> {
    return this.#resource.at(number).ask({ method: 'GET' }, options);
  }

  /**
   * @param options.after `next` of the previous page
   * @param options.change lists only images with this change; all are counted
   * @param options.details adds the names of the images, and their labels before and after
   */
  diff(
    before: number | 'latest',
    after: number | 'latest',
    { limit, after: place, change, details, ...options }: CallOptions & DiffOptions = {},
  ): Promise<VersionDiff> {
    const query = { limit, after: place, change, details };
    return this.#resource.at(before, 'diff', after).ask({ method: 'GET', query, isLong: true }, options);
  }

  /**
   * Streams a version in the format of a trainer. A large file is fetched from Storage through a link, without credentials.
   * @param options.images `links` expire after a day; by default archives have the bytes and files the links
   */
  async export(
    number: number | 'latest',
    format: ExportFormat,
    { images, ...options }: CallOptions & { images?: 'links' | 'bytes' | 'none' } = {},
  ): Promise<ExportedVersion> {
    const resource = this.#resource.at(number, 'export');
    const { download, headers } = await openExport(resource, { format, images }, options);
    const notes = JSON.parse(headers.get('export-notes') ?? '[]') as string[];
    return { ...download, notes };
  }
}
