import type { Answer } from './answer.ts';
import { isSuccess } from './answer.ts';
import { bytesOfDataUri } from './picture.ts';
import type { CallOptions, Transport } from './transport.ts';

/** `bbox` is x, y, width and height, each 0 to 1; `score` 0 to 1. */
export type Detection = Answer<'GET /image/detect/image/{encoded_uri}'>['result'][number];

/** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or encoded already: `a--b.jpg` (Spec 2.4) */
export const encodeUri = (uri: string): string => uri.replace(/^gs:\/\/[^/]*\//, '').replaceAll('/', '--');

/** One stored image (Spec 4.2). */
export class Image {
  /** The object's path with every `/` as `--`. */
  readonly encodedUri: string;
  readonly #transport: Transport;

  constructor(uri: string, transport: Transport) {
    this.encodedUri = encodeUri(uri);
    this.#transport = transport;
  }

  /** A data URI with the image's media type. */
  getBase64(options: CallOptions = {}): Promise<string> {
    return this.#transport.call(
      {
        ...{ method: 'GET', path: this.#path('getb64'), isRepeatable: true },
        read: (body) => {
          const { result } = (body ?? {}) as { result?: unknown };
          return typeof result === 'string' && result.startsWith('data:') ? result : undefined;
        },
      },
      options,
    );
  }

  async getBytes(options: CallOptions = {}): Promise<{ bytes: Uint8Array; mediaType: string }> {
    return bytesOfDataUri(await this.getBase64(options));
  }

  /** Asks the vision service, which costs money: not tried again once it may have been asked. */
  detect(options: CallOptions = {}): Promise<Detection[]> {
    return this.#transport.call(
      {
        ...{ method: 'GET', path: this.#path('detect'), isRepeatable: false },
        read: (body) => {
          const { result } = (body ?? {}) as { result?: unknown };
          return Array.isArray(result) ? (result as Detection[]) : undefined;
        },
      },
      options,
    );
  }

  /**
   * Removes record, object and masks. "File not found" after a try whose answer got lost means that the try did it.
   * @throws SightlineError 404 where there is no such image
   */
  async delete(options: CallOptions = {}): Promise<void> {
    await this.#transport.call(
      {
        ...{ method: 'DELETE', path: this.#path('delete'), isRepeatable: true },
        doneBefore: { status: 404, result: true },
        read: (body) => isSuccess(body) || undefined,
      },
      options,
    );
  }

  #path(action: 'getb64' | 'detect' | 'delete'): string {
    return `/image/${action}/image/${encodeURIComponent(this.encodedUri)}`;
  }
}
