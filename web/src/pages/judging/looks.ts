import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { ClassLook } from '../dataset/grid/outline.ts';

/** By tag id. */
export const looksOf = ({ tags }: Pick<Dataset, 'tags'>): ReadonlyMap<string, ClassLook> =>
  new Map(tags.map((tag) => [tag.id, tag]));

export const ratioOf = ({ width, height }: Pick<ListedImage, 'width' | 'height'>): number =>
  width > 0 && height > 0 ? width / height : 4 / 3;
