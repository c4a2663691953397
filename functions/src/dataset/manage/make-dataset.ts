import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { NewTag } from '../../common/records/record-ports.ts';
import type { DatasetFields } from './schema.ts';

interface Input {
  dataset: DatasetFields;
  caller: Caller;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Creates a dataset with its tags, all or nothing (Contract 9: POST dataset). The caller owns it.
 * @returns its id; a retry of the same request gets the same id
 * @throws HttpError `dataset exists`
 */
export async function makeDataset({ dataset, caller, requestKey }: Input): Promise<string> {
  const owner = uidOf(caller);
  const request = nameRequest('dataset', owner, requestKey);
  const id = dataset.id ?? (request === null ? randomId() : idOf(request));
  noteLogFields({ dataset: id });
  const tags = dataset.tags.map((tag, index): NewTag => ({ ...tag, id: idOf(`${id}/${index}`) }));
  const { name, type } = dataset;
  if ((await datasetRecords.create({ id, name, type, owner, tags, request })) === 'taken')
    throw new HttpError('dataset exists', { id });
  return id;
}
