/** Original images, loaded and decoded in advance, so that the next one shows without delay. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { service } from '../service.ts';

/** Originals that are kept: the current one and its neighbours. */
const MAX_KEPT = 8;

const kept = new Map<string, Promise<string>>();

/** An object URL of the original, for `<img>`. @throws SightlineError if it cannot be read */
export function originalOf({ id, uri }: Pick<ListedImage, 'id' | 'uri'>): Promise<string> {
  const known = kept.get(id) ?? read(uri);
  kept.delete(id);
  kept.set(id, known);
  known.catch(() => kept.delete(id));
  for (const [oldest, address] of kept) {
    if (kept.size <= MAX_KEPT) break;
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
  // Rejects if the browser cannot decode the image: its thumbnail stays visible then.
  await image.decode();
  return address;
}
