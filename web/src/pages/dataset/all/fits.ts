import type { ImageFilter, ListedImage } from '../../../../../client/src/curate/records.ts';
import { isUnlabelled } from '../../../data/images/judgement.ts';

/**
 * Whether a filter still shows an image that it has shown: its class, set, or whether somebody has looked at it may have changed
 * since. Camera, session and time never do. Pure.
 */
export function fitsFilter(image: ListedImage, { tag, set, labelled, checked }: ImageFilter): boolean {
  const classes = [image.tag, ...image.tags.map((each) => each.tag), ...image.masks.map((each) => each.tag)];
  return (
    isAny(tag, (each) => classes.includes(each)) &&
    isAny(set, (each) => image.set === each) &&
    (labelled === undefined || isUnlabelled(image) !== labelled) &&
    (checked === undefined || image.checked === checked)
  );
}

const isAny = <T extends string>(given: T | readonly T[] | undefined, fits: (value: T) => boolean): boolean =>
  given === undefined || [given].flat().some((each) => fits(each as T));
