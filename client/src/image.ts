import { ImageCalls } from './calls.ts';
import { bytesOfDataUri, type PictureSource, readPicture } from './picture.ts';
import { Resource } from './resource.ts';
import { type CallOptions, startDeadline, type Transport } from './transport.ts';

export type { Detection } from './api.ts';

/** `seen`: the image's revision that the caller looked at. */
export interface MaskOptions {
  seen?: number | undefined;
  /** Id of the mask, or a new one for another mask of the tag; by default the tag's only one. */
  mask?: string | undefined;
}

/** @param uri `gs://bucket/a/b.jpg`, the path `a/b.jpg`, or the encoded form `a--b.jpg` (Spec 2.4) */
export const encodeUri = (uri: string): string => uri.replace(/^gs:\/\/[^/]*\//, '').replaceAll('/', '--');

/** One stored image (Spec 4.2). */
export class Image extends ImageCalls {
  readonly encodedUri: string;

  constructor(uri: string, transport: Transport) {
    super(new Resource('/image', transport));
    this.encodedUri = encodeUri(uri);
  }

  /** A data URI with the image's media type. */
  getBase64(options?: CallOptions): Promise<string> {
    return this.askReadBase64(options);
  }

  async getBytes(options?: CallOptions): Promise<{ bytes: Uint8Array; mediaType: string }> {
    return bytesOfDataUri(await this.askReadBase64(options));
  }

  /**
   * Replaces a mask of a tag, or adds one.
   * @param png of the upright image's size; 0 is background
   * @returns its `gs://` uri
   * @throws SightlineError 409 if the image has another revision than `seen`, or several masks of the tag and none is named
   */
  async putMask(
    tag: string,
    png: PictureSource,
    about: MaskOptions = {},
    options: CallOptions = {},
  ): Promise<string> {
    const left = startDeadline(options.deadline);
    const bytes = await readPicture(png, options);
    return this.askPutMask(bytes, tag, about as never, { ...options, deadline: left() });
  }
}
