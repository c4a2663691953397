import * as z from 'zod/mini';
import { DATASET_TYPES } from '../../../../packages/records/src/lists.ts';
import type { Caller } from '../../common/access/caller.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members, oneOf, part } from '../../common/http/input/fields.ts';
import { chosenId, nameField } from '../../common/http/input/name-fields.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { NewTag } from '../../common/records/record-ports.ts';
import { bad, color, key, tagName, unclassified } from '../tags/tag-fields.ts';

/** A Firestore commit takes 500 writes, and each tag is one. */
const MOST_TAGS = 400;

const name = nameField('name').check(about('Name for people.'));

export const typeField = oneOf('type', DATASET_TYPES).check(about('Spec 2.1.'));

const newTag = part(
  {
    name: tagName,
    color: z._default(color, ''),
    key: z._default(key, ''),
    unclassified: z._default(unclassified, false),
    bad: z._default(bad, false),
  },
  'tags must be objects with a name',
);

const tags = z
  .array(newTag, 'tags must be a list')
  .check(z.maxLength(MOST_TAGS, `tags must be at most ${MOST_TAGS}`));

export const newDatasetBody = members({ name, type: typeField, tags: z._default(tags, []), id: chosenId });

type DatasetFields = z.output<typeof newDatasetBody>;

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
