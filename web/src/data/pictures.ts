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

/** Bytes that were read before they are asked for, of the images before and after the one in front. */
const ahead = new Map<string, Promise<Blob>>();
const MOST_AHEAD = 3;
/** The picture in front comes first. */
let opening: Promise<unknown> = Promise.resolve();

/**
 * The image is turned upright as its EXIF data says.
 * @throws SightlineError if no link can be had; Error if the image cannot be read or decoded
 */
export function openPicture(dataset: string, image: string, signal: AbortSignal): Promise<Picture> {
  const opened = open(dataset, image, signal);
  opening = opened.catch(() => {});
  return opened;
}

async function open(dataset: string, image: string, signal: AbortSignal): Promise<Picture> {
  const read = () => download(dataset, image, signal);
  const blob = await (ahead.get(image)?.catch(read) ?? read());
  signal.throwIfAborted();
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  return withSmaller(whole, signal);
}

/** Reads the bytes of a picture once the one in front is there. */
export function prefetchPicture(dataset: string, image: string): void {
  const bytes = ahead.get(image) ?? opening.then(() => download(dataset, image));
  ahead.delete(image);
  ahead.set(image, bytes);
  bytes.catch(() => ahead.delete(image));
  for (const oldest of ahead.keys()) {
    if (ahead.size <= MOST_AHEAD) break;
    ahead.delete(oldest);
  }
}

async function download(dataset: string, image: string, signal?: AbortSignal): Promise<Blob> {
  const { links } = await service()
    .datasets(dataset)
    .images.links([image], signal && { signal });
  const url = links[image]?.url;
  if (url === undefined) throw new Error('The image has no link.');
  const answer = await fetch(url, signal && { signal });
  if (!answer.ok) throw new Error(`Storage answered ${answer.status}.`);
  return answer.blob();
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
