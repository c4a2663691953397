/** Originals, read ahead of the eye: the next image is decoded before it is asked for. */
import type { ListedImage } from '../../../client/src/curate/records.ts';
import { service } from './service.ts';

/** Originals that stay decoded; a page looks at one and its neighbours. */
const MOST = 8;

const kept = new Map<string, Promise<string>>();

/** An address for `<img>` of the whole picture. @throws SightlineError where it cannot be read */
export function originalOf({ id, uri }: Pick<ListedImage, 'id' | 'uri'>): Promise<string> {
  const known = kept.get(id) ?? read(uri);
  kept.delete(id);
  kept.set(id, known);
  known.catch(() => kept.delete(id));
  for (const [oldest, address] of kept) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
    void address.then(URL.revokeObjectURL, () => {});
  }
  return known;
}

async function read(uri: string): Promise<string> {
  const { bytes, mediaType } = await service().images(uri).getBytes();
  const address = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mediaType }));
  const image = new Image();
  image.src = address;
  // A picture that this browser cannot decode is shown as its thumbnail.
  await image.decode();
  return address;
}
