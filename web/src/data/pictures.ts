/** Original images for the editor: loaded by a link, decoded once, and released when the image is closed. */
import { service } from './service.ts';

export interface Picture {
  width: number;
  height: number;
  /** The image, or a smaller copy that is faster to paint if that is enough. @param scale device pixels per image pixel */
  at(scale: number): CanvasImageSource;
  close(): void;
}

/** Longest side of the smaller copy, in pixels. */
const SMALL = 2_048;

/**
 * The image is turned upright as its EXIF data says.
 * @throws SightlineError if no link can be had; Error if the image cannot be read or decoded
 */
export async function openPicture(dataset: string, image: string, signal: AbortSignal): Promise<Picture> {
  const { links } = await service().datasets(dataset).images.links([image], { signal });
  const url = links[image]?.url;
  if (url === undefined) throw new Error('The image has no link.');
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`Storage answered ${answer.status}.`);
  const whole = await createImageBitmap(await answer.blob(), { imageOrientation: 'from-image' });
  return withSmaller(whole, signal);
}

async function withSmaller(whole: ImageBitmap, signal: AbortSignal): Promise<Picture> {
  const share = SMALL / Math.max(whole.width, whole.height);
  const isLarge = share < 0.75;
  const small = isLarge
    ? await createImageBitmap(whole, {
        resizeWidth: Math.round(whole.width * share),
        resizeHeight: Math.round(whole.height * share),
        resizeQuality: 'high',
      })
    : null;
  const close = () => {
    whole.close();
    small?.close();
  };
  if (signal.aborted) close();
  signal.throwIfAborted();
  return {
    width: whole.width,
    height: whole.height,
    at: (scale) => (small && scale <= share ? small : whole),
    close,
  };
}

/** The thumbnail of a record, shown until the original is loaded. @param address a data: URI */
export async function openThumbnail(address: string): Promise<Picture> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight, at: () => image, close: () => {} };
}
