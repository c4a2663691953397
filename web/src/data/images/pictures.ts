/** Original images for the editor: loaded by a link, decoded once, and released when the image is closed. */
import { service } from '../service.ts';

export interface Picture {
  width: number;
  height: number;
  /** The image, or a smaller copy that is faster to paint if that is enough. @param scale device pixels per image pixel */
  at(scale: number): CanvasImageSource;
  close(): void;
}

/** Longest side of the smaller copy, in pixels. */
const SMALL = 2_048;

/** Prefetched bytes of the images before and after the open one. */
const prefetched = new Map<string, Promise<Blob>>();
const MAX_PREFETCHED = 3;
/** The open picture is loaded first. */
let opening: Promise<unknown> = Promise.resolve();

/**
 * The image is turned upright according to its EXIF data.
 * @throws SightlineError if the service gives no link; Error if the image cannot be read or decoded
 */
export function openPicture(dataset: string, image: string, signal: AbortSignal): Promise<Picture> {
  const opened = open(dataset, image, signal);
  opening = opened.catch(() => {});
  return opened;
}

async function open(dataset: string, image: string, signal: AbortSignal): Promise<Picture> {
  const read = () => download(dataset, image, signal);
  const blob = await (prefetched.get(image)?.catch(read) ?? read());
  signal.throwIfAborted();
  const whole = await createImageBitmap(blob, { imageOrientation: 'from-image' });
  return withSmaller(whole, signal);
}

/** Loads the bytes of a picture after the open one. */
export function prefetchPicture(dataset: string, image: string): void {
  const bytes = prefetched.get(image) ?? opening.then(() => download(dataset, image));
  prefetched.delete(image);
  prefetched.set(image, bytes);
  bytes.catch(() => prefetched.delete(image));
  for (const oldest of prefetched.keys()) {
    if (prefetched.size <= MAX_PREFETCHED) break;
    prefetched.delete(oldest);
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
