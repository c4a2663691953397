import type { Dataset } from '../../../data/records/datasets.ts';
import type { ClassLook } from '../../dataset/grid/outline.ts';

/** By tag id. */
export const looksOf = ({ tags }: Dataset): ReadonlyMap<string, ClassLook> =>
  new Map(tags.map((tag) => [tag.id, tag]));
