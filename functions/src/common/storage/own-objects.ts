import type { Mask } from '../../../../packages/records/src/image.ts';
import type { ImageRecord } from '../model.ts';
import type { Objects } from '../ports.ts';
import { idOf } from '../records/made-ids.ts';

type Placed = Pick<ImageRecord, 'dataset' | 'uri'> & { masks: readonly Pick<Mask, 'uri'>[] };

/** Separates an object's name from its bucket in a URI. */
export type Bucket = Pick<Objects, 'nameOf'>;

/**
 * Name of the object of a URI, if it belongs to this dataset: it is in our bucket and in the dataset's folder (Contract 2).
 * Every route and the sweep ask this before they touch an object. Otherwise a record could expose objects of other
 * datasets, or anything else in the bucket.
 * @returns null: nobody may read this object through the dataset
 */
export function ownObject(uri: string, dataset: string, objects: Bucket): string | null {
  const name = objects.nameOf(uri);
  const folder = `dataset/${dataset}/`;
  return dataset !== '' && name?.startsWith(folder) && name.length > folder.length ? name : null;
}

/** Whether this service chose the name of a mask (Contract 2). Such a name is never used twice: it always means the same bytes. */
export const isOwnMask = (name: string): boolean => OWN_MASK.test(name);

const OWN_MASK = /_mask_(\d+)\.png$/;

/** The id of a mask that was stored without one: the number in its name. */
export const maskIdOf = (uri: string): string => OWN_MASK.exec(uri)?.[1] ?? idOf(uri);

/** Name of a record's original; null if it does not belong to the record's dataset. */
export const originalOf = ({ uri, dataset }: Pick<Placed, 'uri' | 'dataset'>, objects: Bucket) =>
  ownObject(uri, dataset, objects);

/** Names of a record's masks, without those that do not belong to its dataset. */
export const masksOf = ({ masks, dataset }: Pick<Placed, 'masks' | 'dataset'>, objects: Bucket): string[] =>
  masks.map(({ uri }) => ownObject(uri, dataset, objects)).filter((name) => name !== null);
