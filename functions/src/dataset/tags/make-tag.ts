import * as z from 'zod/mini';
import { uidOf } from '../../common/access/permit-maker.ts';
import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import { HttpError } from '../../common/errors.ts';
import { members } from '../../common/http/input/fields.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf, randomId } from '../../common/records/made-ids.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { bad, color, key, order, tagName, unclassified } from './tag-fields.ts';

export const newTagBody = members({
  name: tagName,
  color: z._default(color, ''),
  key: z._default(key, ''),
  order: z.optional(order),
  unclassified: z._default(unclassified, false),
  bad: z._default(bad, false),
});

type TagFields = Omit<z.output<typeof newTagBody>, 'order'> & { order: number | undefined };

interface Input extends Target {
  tag: TagFields;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
}

/**
 * Creates a tag (Contract 9: POST tag).
 * @returns its id; a retry of the same request gets the same id
 * @throws HttpError `dataset not found`, `forbidden`, `tag exists`, `bad parameter`
 */
export async function makeTag({ tag, requestKey, ...target }: Input): Promise<string> {
  const { id: dataset } = await requireDataset(target, 'editor');
  const request = nameRequest(`tag ${dataset}`, uidOf(target.caller), requestKey);
  const id = request === null ? randomId() : idOf(request);
  noteLogFields({ tag: id });
  const made = await tagRecords.create(dataset, { ...tag, id, request });
  if (made === null) throw new HttpError('dataset not found', { id: dataset });
  if (made === 'name taken') throw new HttpError('tag exists', { id: tag.name });
  if (made === 'too many') throw new HttpError('bad parameter', { reason: 'a dataset has at most 400 tags' });
  return id;
}
