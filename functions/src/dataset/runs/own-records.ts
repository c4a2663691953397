import type { ImageRecord } from '../../common/model.ts';
import type { ImageLists } from '../../common/ports.ts';

/**
 * The records of those images that the dataset has now, by id and in the order of the ids.
 * @param ids each must be `isId`
 * @param fields the ones to read, beside `dataset`; others are empty
 */
export async function ownRecords(
  dataset: string,
  ids: readonly string[],
  fields: readonly (keyof ImageRecord)[],
  imageLists: Pick<ImageLists, 'byIds'>,
): Promise<Map<string, ImageRecord>> {
  const found = new Map<string, ImageRecord>();
  for await (const records of imageLists.byIds(ids, [...new Set([...fields, 'dataset' as const])]))
    for (const record of records) if (record.dataset === dataset) found.set(record.id, record);
  return found;
}
