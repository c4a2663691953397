import type { Dataset } from '../../../data/records/datasets.ts';
import type { ClassLook } from '../../dataset/grid/outline.ts';

/** By tag id. */
export const looksOf = ({ tags }: Dataset): ReadonlyMap<string, ClassLook> =>
  new Map(tags.map((tag) => [tag.id, tag]));

/** The id itself of a class that the dataset no longer has. */
export const nameIn =
  ({ tags }: Dataset) =>
  (tag: string): string =>
    tags.find(({ id }) => id === tag)?.name ?? tag;
