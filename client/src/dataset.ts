import type { Answer, Query } from './answer.ts';
import { isSuccess } from './answer.ts';
import { AdmittedMonitors } from './curate/admitted.ts';
import { ask } from './curate/ask.ts';
import { Images } from './curate/images.ts';
import { Members } from './curate/members.ts';
import type { DatasetType } from './curate/records.ts';
import { Tags } from './curate/tags.ts';
import { type Download, openDownload } from './download.ts';
import { Imports } from './imports.ts';
import type { CallOptions, Transport } from './transport.ts';
import { Versions } from './versions.ts';

type CsvResult = Answer<'GET /dataset/{dataset_id}/csv'>['result'];

/**
 * Name of the dataset, `dataset`: the gs:// uri of the file, `link`: its short-lived address, if it was asked for, and
 * `warnings`: sentences, if the requested shares could not be reached.
 */
export type TrainingFile = CsvResult['training'] & Pick<CsvResult, 'link' | 'warnings'>;
export type AnnotationCrop = Answer<'GET /dataset/{dataset_id}/annotationsCrops/{tag_id}'>[number];

export interface CsvOptions extends Omit<Query<'GET /dataset/{dataset_id}/csv'>, 'tagmap'> {
  /** Labels by tag id or name; null excludes a tag. The short form `name:label,name:label` works too. */
  tagmap?: Record<string, string | null> | string;
}

/** A dataset of labelled images (Spec 4.1). */
export class Dataset {
  readonly id: string;
  readonly #transport: Transport;

  constructor(id: string, transport: Transport) {
    this.id = id;
    this.#transport = transport;
  }

  /** Writes a training file next to the images. Not retried once it may have started, because each call writes a file. */
  csv({ tagmap, signal, deadline, ...about }: CsvOptions & CallOptions = {}): Promise<TrainingFile> {
    const text = typeof tagmap === 'object' ? JSON.stringify(tagmap) : tagmap;
    const read = (body: unknown) => {
      const result = isSuccess(body) ? (body as { result?: CsvResult }).result : undefined;
      return (
        result?.training && {
          ...result.training,
          ...(result.link && { link: result.link }),
          ...(result.warnings && { warnings: result.warnings }),
        }
      );
    };
    return this.#transport.call(
      {
        method: 'GET',
        path: `${this.#path}/csv`,
        query: { ...about, tagmap: text },
        isRepeatable: false,
        isLong: true,
        read,
      },
      { signal, deadline },
    );
  }

  /**
   * Streams images as a ZIP. A large archive is fetched from Storage through a link, without credentials.
   * @param images ids or gs:// uris
   * @param options.upright rotates JPEGs as their EXIF orientation says and removes the EXIF data
   */
  async downloadZip(
    images: readonly string[],
    { userId, upright, ...options }: CallOptions & { userId?: string; upright?: boolean } = {},
  ): Promise<Download> {
    const request = {
      // Browsers hide the target of a redirect, so the link is requested as JSON.
      method: 'POST',
      path: `${this.#path}/downloadZip`,
      query: { redirect: false, upright },
      json: { images, ...(userId !== undefined && { userId }) },
    } as const;
    const isLink = (mediaType: string) => !mediaType.startsWith('application/zip');
    return (await openDownload(this.#transport, request, isLink, options)).download;
  }

  /**
   * The crops of a tag's annotations, one image after the other.
   * @param options `pageSize`: crops per request; `after`: id of the image to continue after
   */
  async *crops(
    tag: string,
    { pageSize = 50, after, ...options }: CallOptions & { pageSize?: number; after?: string } = {},
  ): AsyncGenerator<AnnotationCrop, void, undefined> {
    const path = `${this.#path}/annotationsCrops/${encodeURIComponent(tag)}`;
    const read = (body: unknown) => (Array.isArray(body) ? (body as AnnotationCrop[]) : undefined);
    for (let behind = after; ; ) {
      const query = { limit: pageSize, after: behind };
      const page = await this.#transport.call(
        { method: 'GET', path, query, isRepeatable: true, isLong: true, read },
        options,
      );
      yield* page;
      const last = page.at(-1);
      // The crops of one image are never split, so a page may be short. Only an empty page is the end.
      if (!last) return;
      behind = last.imageId;
    }
  }

  /** Recounts images and annotations from the records. */
  async refreshCounters(options: CallOptions = {}): Promise<void> {
    const path = `${this.#path}/refreshCounters`;
    const read = (body: unknown) => isSuccess(body) || undefined;
    await this.#transport.call({ method: 'POST', path, isRepeatable: true, isLong: true, read }, options);
  }

  /** Listing, review, trash and links of the images. */
  get images(): Images {
    return new Images(this.#path, this.#transport);
  }

  get tags(): Tags {
    return new Tags(this.#path, this.#transport);
  }

  /** Immutable snapshots, and their exports for trainers. */
  get versions(): Versions {
    return new Versions(this.#path, this.#transport);
  }

  /** Archives of images with labels, into this dataset. */
  get imports(): Imports {
    return new Imports(this.#path, this.#transport);
  }

  get members(): Members {
    return new Members(this.#path, this.#transport);
  }

  /** The monitors whose cameras may write into it. */
  get monitors(): AdmittedMonitors {
    return new AdmittedMonitors(this.#path, this.#transport);
  }

  /** The type can change only while the dataset has no images; otherwise SightlineError 409. */
  async update(fields: { name?: string; type?: DatasetType }, options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'PATCH', path: this.#path, json: fields }, options);
  }

  /** Hides the dataset at once and deletes it for good at `until` (Unix milliseconds). @param name its name, as confirmation */
  async delete(name: string, options?: CallOptions): Promise<{ until: number }> {
    return ask(this.#transport, { method: 'DELETE', path: this.#path, json: { confirm: name } }, options);
  }

  /** Restores a deleted dataset. */
  async restore(options?: CallOptions): Promise<void> {
    await ask(this.#transport, { method: 'POST', path: `${this.#path}/restore` }, options);
  }

  get #path(): string {
    return `/dataset/${encodeURIComponent(this.id)}`;
  }
}
