/** Originals for the editor: by their link, decoded once, and given back when the image is left. */
import { service } from './service.ts';

export interface Picture {
  width: number;
  height: number;
  /** The picture, or a smaller one where it is shown smaller: painting it costs less. @param scale device pixels a pixel */
  at(scale: number): CanvasImageSource;
  close(): void;
}

/** Longest side of the smaller one. */
const SMALL = 2_048;

/**
 * Upright, as EXIF says.
 * @throws SightlineError where there is no link; Error where the picture cannot be read or decoded
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

/** The thumbnail of a record, shown until the picture is there. @param address a data: URI */
export async function openThumbnail(address: string): Promise<Picture> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight, at: () => image, close: () => {} };
}
