import type { Answer, Query } from './answer.ts';
import { isSuccess, readDone } from './answer.ts';
import { AdmittedMonitors } from './curate/admitted.ts';
import { Images } from './curate/images.ts';
import { Members } from './curate/members.ts';
import type { DatasetType } from './curate/records.ts';
import { Tags } from './curate/tags.ts';
import { type Download, openDownload } from './download.ts';
import { Hooks } from './hooks.ts';
import { Imports } from './imports.ts';
import type { Resource } from './resource.ts';
import { Runs } from './runs.ts';
import { Suggestions } from './suggestions.ts';
import type { CallOptions } from './transport.ts';
import { Versions } from './versions.ts';

type CsvResult = Answer<'GET /dataset/{dataset_id}/csv'>['result'];

/**
 * Name of the dataset, `dataset`: the gs:// uri of the file, `link`: its short-lived address, if it was asked for, and
 * `warnings` and `warningCodes`: sentences, and the same as codes with values, if the requested shares could not be reached.
 */
export type TrainingFile = CsvResult['training'] & Omit<CsvResult, 'error' | 'training'>;
export type DatasetKeyRecord = Answer<'GET /dataset/{dataset_id}/keys'>['keys'][number];
export type AnnotationCrop = Answer<'GET /dataset/{dataset_id}/annotationsCrops/{tag_id}'>[number];

export interface CsvOptions extends Omit<Query<'GET /dataset/{dataset_id}/csv'>, 'tagmap'> {
  /** Labels by tag id or name; null excludes a tag. The short form `name:label,name:label` works too. */
  tagmap?: Record<string, string | null> | string;
}

/** A dataset of labelled images (Spec 4.1). */
export class Dataset {
  readonly id: string;
  readonly #resource: Resource;

  /** @param datasets the resource above it */
  constructor(id: string, datasets: Resource) {
    this.id = id;
    this.#resource = datasets.at(id);
  }

  /** Writes a training file next to the images. Not retried once it may have started, because each call writes a file. */
  csv({ tagmap, signal, deadline, ...about }: CsvOptions & CallOptions = {}): Promise<TrainingFile> {
    const text = typeof tagmap === 'object' ? JSON.stringify(tagmap) : tagmap;
    const read = (body: unknown) => {
      const result = isSuccess(body) ? (body as { result?: CsvResult }).result : undefined;
      if (!result?.training) return undefined;
      const { error: _, training, ...more } = result;
      return { ...training, ...more };
    };
    return this.#resource.at('csv').call(
      {
        method: 'GET',
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
      query: { redirect: false, upright },
      json: { images, ...(userId !== undefined && { userId }) },
    } as const;
    const isLink = (mediaType: string) => !mediaType.startsWith('application/zip');
    return (await openDownload(this.#resource.at('downloadZip'), request, isLink, options)).download;
  }

  /**
   * The crops of a tag's annotations, one image after the other.
   * @param options `pageSize`: crops per request; `after`: id of the image to continue after
   */
  async *crops(
    tag: string,
    { pageSize = 50, after, ...options }: CallOptions & { pageSize?: number; after?: string } = {},
  ): AsyncGenerator<AnnotationCrop, void, undefined> {
    const crops = this.#resource.at('annotationsCrops', tag);
    const read = (body: unknown) => (Array.isArray(body) ? (body as AnnotationCrop[]) : undefined);
    for (let behind = after; ; ) {
      const query = { limit: pageSize, after: behind };
      const page = await crops.call(
        { method: 'GET', query, isRepeatable: true, isLong: true, read },
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
    const asked = { method: 'POST', isRepeatable: true, isLong: true, read: readDone } as const;
    await this.#resource.at('refreshCounters').call(asked, options);
  }

  /** Listing, review, trash and links of the images. */
  get images(): Images {
    return new Images(this.#resource);
  }

  get tags(): Tags {
    return new Tags(this.#resource.at('tag'));
  }

  /** Immutable snapshots, and their exports for trainers. */
  get versions(): Versions {
    return new Versions(this.#resource.at('version'));
  }

  /** Archives of images with labels, into this dataset. */
  get imports(): Imports {
    return new Imports(this.#resource.at('import'));
  }

  /** What models say about the images, beside what people say. */
  get runs(): Runs {
    return new Runs(this.#resource.at('run'));
  }

  /** Classes for images that nobody has labelled, from a few labels. */
  get suggestions(): Suggestions {
    return new Suggestions(this.#resource);
  }

  /** Addresses that are told what happens here. */
  get hooks(): Hooks {
    return new Hooks(this.#resource.at('hook'));
  }

  get members(): Members {
    return new Members(this.#resource.at('members'));
  }

  /** The monitors whose cameras may write into it. */
  get monitors(): AdmittedMonitors {
    return new AdmittedMonitors(this.#resource.at('monitors'));
  }

  /** The keys of its jobs. */
  async keys(options?: CallOptions): Promise<DatasetKeyRecord[]> {
    const keys = this.#resource.at('keys');
    return (await keys.ask<{ keys: DatasetKeyRecord[] }>({ method: 'GET' }, options)).keys;
  }

  /** Creates a key for jobs, which have this role here and none anywhere else. The key itself is returned only here. */
  async createKey(
    rights: { name: string; role: 'viewer' | 'editor' },
    options?: CallOptions,
  ): Promise<{ key: string; hash: string }> {
    return this.#resource.at('keys').ask({ method: 'POST', json: rights, isRepeatable: false }, options);
  }

  /** @param hash the first 12 characters, as in `keys` */
  async revokeKey(hash: string, options?: CallOptions): Promise<void> {
    await this.#resource.at('keys', hash).ask({ method: 'DELETE' }, options);
  }

  /**
   * The type can change only while the dataset has no images; otherwise SightlineError 409. `suggest: 'off'` removes what
   * suggestions have made of the pictures. `detector`, for the owner: https address to which pictures are sent instead of Cloud
   * Vision; `off`: none.
   */
  async update(
    fields: { name?: string; type?: DatasetType; suggest?: 'off' | 'builtin' | 'http'; detector?: string },
    options?: CallOptions,
  ): Promise<void> {
    await this.#resource.ask({ method: 'PATCH', json: fields }, options);
  }

  /** Hides the dataset at once and deletes it for good at `until` (Unix milliseconds). @param name its name, as confirmation */
  async delete(name: string, options?: CallOptions): Promise<{ until: number }> {
    return this.#resource.ask({ method: 'DELETE', json: { confirm: name } }, options);
  }

  /** Restores a deleted dataset. */
  async restore(options?: CallOptions): Promise<void> {
    await this.#resource.at('restore').ask({ method: 'POST' }, options);
  }
}
