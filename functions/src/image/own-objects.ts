import type { ImageRecord } from '../common/model.ts';
import type { Objects } from '../common/ports.ts';

type Placed = Pick<ImageRecord, 'dataset' | 'uri' | 'masks'>;

/**
 * Name of a record's original. Null where its uri leads out of its dataset's folder (Contract 2): a record must not open
 * another dataset's objects, or anything else in the bucket, to those who may use its own.
 */
export function originalOf(record: Placed, objects: Objects): string | null {
  return ownName(record.uri, record, objects);
}

/** Names of a record's masks, but those outside of its dataset's folder. */
export function masksOf(record: Placed, objects: Objects): string[] {
  return record.masks.map(({ uri }) => ownName(uri, record, objects)).filter((name) => name !== null);
}

function ownName(uri: string, { dataset }: Placed, objects: Objects): string | null {
  const name = objects.nameOf(uri);
  const folder = `dataset/${dataset}/`;
  return dataset !== '' && name?.startsWith(folder) && name.length > folder.length ? name : null;
}
