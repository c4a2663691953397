import { tagRecords } from '../../common/adapters/firestore/records/tag-records.ts';
import { HttpError } from '../../common/errors.ts';
import { isId } from '../../common/ids.ts';
import { noteLogFields } from '../../common/log.ts';
import type { TagChange } from '../../common/records/tag-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

/**
 * Changes name, color, key, order or meaning of a tag (Contract 9: PATCH tag). Its images do not change.
 * @throws HttpError `dataset not found`, `forbidden`, `tag not found`, `tag exists`
 */
export async function changeTag({
  tag,
  change,
  ...target
}: Target & { tag: string; change: TagChange }): Promise<void> {
  const { id: dataset } = await requireDataset(target, 'editor');
  noteLogFields({ tag });
  const changed = isId(tag) ? await tagRecords.change(dataset, tag, change) : null;
  if (changed === null) throw new HttpError('tag not found', { id: tag });
  if (changed === 'name taken') throw new HttpError('tag exists', { id: change.name ?? '' });
}
