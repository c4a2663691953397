import type { Answer, Query } from './answer.ts';
import { isSuccess } from './answer.ts';
import { type Download, downloadOf, fetchLink } from './download.ts';
import type { CallOptions, Transport } from './transport.ts';

/** `name` of the dataset, and `dataset`, the gs:// uri of the file. */
export type TrainingFile = Answer<'GET /dataset/{dataset_id}/csv'>['result']['training'];
export type AnnotationCrop = Answer<'GET /dataset/{dataset_id}/annotationsCrops/{tag_id}'>[number];

export interface CsvOptions extends Omit<Query<'GET /dataset/{dataset_id}/csv'>, 'tagmap'> {
  /** Label by tag id or name; null leaves a tag out. The short form `name:label,name:label` does as well. */
  tagmap?: Record<string, string | null> | string;
}

/** Images with labels (Spec 4.1). */
export class Dataset {
  readonly id: string;
  readonly #transport: Transport;

  constructor(id: string, transport: Transport) {
    this.id = id;
    this.#transport = transport;
  }

  /** Writes a training file beside the images. Not tried again once it may have begun, as each call writes a file. */
  csv({ tagmap, signal, deadline, ...about }: CsvOptions & CallOptions = {}): Promise<TrainingFile> {
    const text = typeof tagmap === 'object' ? JSON.stringify(tagmap) : tagmap;
    const read = (body: unknown) =>
      isSuccess(body) ? (body as Answer<'GET /dataset/{dataset_id}/csv'>).result?.training : undefined;
    return this.#transport.call(
      {
        ...{ method: 'GET', path: `${this.#path}/csv`, query: { ...about, tagmap: text } },
        ...{ isRepeatable: false, isLong: true, read },
      },
      { signal, deadline },
    );
  }

  /**
   * Images as a ZIP, as a stream. A large archive comes from Storage by a link, which is followed without credentials.
   * @param images ids, or gs:// uris
   */
  async downloadZip(
    images: readonly string[],
    { userId, ...options }: CallOptions & { userId?: string } = {},
  ): Promise<Download> {
    const response = await this.#transport.open(
      {
        // A redirect is nothing that a page may look into: the link is asked for as JSON.
        ...{ method: 'POST', path: `${this.#path}/downloadZip`, query: { redirect: false } },
        ...{ json: { images, ...(userId !== undefined && { userId }) } },
        ...{ isRepeatable: true, isLong: true, read: () => undefined },
      },
      (answer) => answer.ok,
      options,
    );
    const isArchive = response.headers.get('content-type')?.startsWith('application/zip') ?? false;
    return isArchive ? downloadOf(response) : fetchLink(response, this.#transport, options);
  }

  /**
   * The crops of a tag's annotations, image by image, each once.
   * @param options `pageSize`: crops asked for at a time; `after`: id of the image to go on behind
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
      // A page may be shorter than asked, for one image's crops stay together: only an empty one is the end.
      if (!last) return;
      behind = last.imageId;
    }
  }

  /** Counts images and annotations anew from the records. */
  async refreshCounters(options: CallOptions = {}): Promise<void> {
    const path = `${this.#path}/refreshCounters`;
    const read = (body: unknown) => isSuccess(body) || undefined;
    await this.#transport.call({ method: 'POST', path, isRepeatable: true, isLong: true, read }, options);
  }

  get #path(): string {
    return `/dataset/${encodeURIComponent(this.id)}`;
  }
}
