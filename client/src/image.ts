import type { Answer } from './answer.ts';
import { isSuccess, readDone } from './answer.ts';
import { bytesOfDataUri, type PictureSource, readPicture } from './picture.ts';
import { type CallOptions, startDeadline, type Transport } from './transport.ts';

/** `bbox` is x, y, width and height, 0 to 1; `score` is 0 to 1. */
export type Detection = Answer<'GET /image/detect/image/{encoded_uri}'>['result'][number];

/** `seen`: the image's revision that the caller looked at. */
export interface MaskOptions extends CallOptions {
  seen?: number | undefined;
  /** Id of the mask, or a new one for another mask of the tag; by default the tag's only one. */
  mask?: string | undefined;
}

/** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg` (Spec 2.4) */
export const encodeUri = (uri: string): string => uri.replace(/^gs:\/\/[^/]*\//, '').replaceAll('/', '--');

/** One stored image (Spec 4.2). */
export class Image {
  /** Path of the object with `--` in place of each `/`. */
  readonly encodedUri: string;
  readonly #transport: Transport;

  constructor(uri: string, transport: Transport) {
    this.encodedUri = encodeUri(uri);
    this.#transport = transport;
  }

  /** A data URI with the image's media type. */
  getBase64(options: CallOptions = {}): Promise<string> {
    const isDataUri = (result: unknown): result is string =>
      typeof result === 'string' && result.startsWith('data:');
    return this.#result('getb64', isDataUri, true, options);
  }

  async getBytes(options: CallOptions = {}): Promise<{ bytes: Uint8Array; mediaType: string }> {
    return bytesOfDataUri(await this.getBase64(options));
  }

  /** Each detection costs money, so it is not retried once the vision service may have received it. */
  detect(options: CallOptions = {}): Promise<Detection[]> {
    return this.#result('detect', (result) => Array.isArray(result), false, options);
  }

  /**
   * Deletes record, object and masks. "File not found" on a retry counts as success: the earlier attempt deleted it.
   * @throws SightlineError 404 if the image does not exist
   */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#transport.call(
      {
        method: 'DELETE',
        path: this.#path('delete'),
        isRepeatable: true,
        doneBefore: { status: 404, result: true },
        read: readDone,
      },
      options,
    );
  }

  /**
   * Replaces a mask of a tag, or adds one.
   * @param png of the upright image's size; 0 is background
   * @param options.seen the revision on which the mask rests
   * @returns its `gs://` uri
   * @throws SightlineError 409 if the image has another revision than `seen`, or several masks of the tag and none is named
   */
  async putMask(tag: string, png: PictureSource, options: MaskOptions = {}): Promise<string> {
    const left = startDeadline(options.deadline);
    const bytes = await readPicture(png, options);
    const read = (body: unknown) => (isSuccess(body) ? (body as { uri?: string }).uri : undefined);
    const query = { tag, seen: options.seen, mask: options.mask };
    const request = { method: 'PUT', path: this.#path('mask'), query, bytes, read } as const;
    return this.#transport.call({ ...request, isRepeatable: true }, { ...options, deadline: left() });
  }

  /** @throws SightlineError 409 if the image has another revision than `options.seen` */
  async deleteMask(tag: string, options: MaskOptions = {}): Promise<void> {
    const query = { tag, seen: options.seen, mask: options.mask };
    const request = { method: 'DELETE', path: this.#path('mask'), query, read: readDone } as const;
    await this.#transport.call({ ...request, isRepeatable: true }, options);
  }

  #result<T>(
    action: 'getb64' | 'detect',
    isResult: (result: unknown) => result is T,
    isRepeatable: boolean,
    options: CallOptions,
  ): Promise<T> {
    const read = (body: unknown) => {
      const { result } = (body ?? {}) as { result?: unknown };
      return isResult(result) ? result : undefined;
    };
    return this.#transport.call({ method: 'GET', path: this.#path(action), isRepeatable, read }, options);
  }

  #path(action: 'getb64' | 'detect' | 'delete' | 'mask'): string {
    return `/image/${action}/image/${encodeURIComponent(this.encodedUri)}`;
  }
}
