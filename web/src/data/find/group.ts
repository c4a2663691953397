/** Found images, of near copies the whole group, as they are now. Pure. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { ImageNews } from '../images/image-bus.ts';

/** An image, or a group of near copies. */
export interface Group extends ListedImage {
  /** Id by which it was found: it stays the same when the group loses this image. */
  entry: string;
  /** The other images of the group, the oldest first. */
  copies: readonly ListedImage[];
}

export const membersOf = ({ entry: _, copies, ...first }: Group): ListedImage[] => [first, ...copies];

/** Those that are left; null if it is gone, or nothing is left but one of a group. */
export function withNews<T extends Group>(found: T, news: ImageNews): T | null {
  const [first, ...copies] = [found, ...found.copies].flatMap((image) => {
    const now = news.get(image.id);
    return now === undefined ? image : now === null ? [] : { ...image, ...now };
  });
  if (first === undefined || (found.copies.length > 0 && copies.length === 0)) return null;
  const isSame = first === found && copies.every((each, at) => each === found.copies[at]);
  return isSame && copies.length === found.copies.length ? found : { ...found, ...first, copies };
}
