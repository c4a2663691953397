import type { Caller } from '../common/access/caller.ts';
import { judgeDataset, type Role, type Verdict } from '../common/access/permit.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { objects } from '../common/adapters/objects.ts';
import { HttpError } from '../common/errors.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, ImageRecord } from '../common/model.ts';
import type { Datasets } from '../common/ports.ts';
import { encodeObjectName } from '../common/storage/object-name.ts';
import { originalOf } from '../common/storage/own-objects.ts';
import { type EncodedUri, foldersOf } from './encoded-uri.ts';

/** An image that the caller may see, with the name of its object in our bucket. */
export interface FoundImage {
  record: ImageRecord;
  object: string;
  dataset: Dataset;
}

/**
 * The image of an encoded URI (Contract 5). The record decides: a file without a record, a file of a dataset that the
 * caller must not know about, and a record whose URI leaves its dataset's folder all count as missing. The same reads are
 * made in each case, so that response time does not reveal whether there is a record (Contract 8).
 * @throws HttpError `uri invalid`, `forbidden`
 * @returns null if there is no such image
 */
export async function findImage(uri: EncodedUri, caller: Caller, role: Role): Promise<FoundImage | null> {
  const { encoded, name } = uri;
  const [records, folders] = await Promise.all([
    images.findByPath(encoded, name === null ? null : objects.uri(name)),
    judgeFolders(uri, caller, role, datasets),
  ]);
  let isLow = false;
  for (const record of records) {
    const object = originalOf(record, objects);
    // The encoded form in a record only counts if the record's URI agrees.
    if (object === null || encodeObjectName(object) !== encoded) continue;
    const { verdict = 'hidden', dataset } = folders.get(record.dataset) ?? {};
    if (verdict === 'yes' && dataset) {
      noteLogFields({ image: record.id, dataset: record.dataset });
      return { record, object, dataset };
    }
    isLow ||= verdict === 'low';
  }
  if (isLow) throw new HttpError('forbidden');
  if (name === null) throw new HttpError('uri invalid');
  return null;
}

interface JudgedFolder {
  dataset: Dataset | null;
  verdict: Verdict;
}

/** What a caller may do in the datasets to which the URI may lead; `hidden` also if there is no such dataset. */
export async function judgeFolders(
  uri: EncodedUri,
  caller: Caller,
  role: Role,
  datasets: Datasets,
): Promise<Map<string, JudgedFolder>> {
  const judged = foldersOf(uri).map(async (id): Promise<[string, JudgedFolder]> => {
    const dataset = await datasets.find(id);
    return [id, { dataset, verdict: dataset ? judgeDataset(caller, dataset, role) : 'hidden' }];
  });
  return new Map(await Promise.all(judged));
}
