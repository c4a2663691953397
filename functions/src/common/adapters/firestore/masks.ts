import { changeOf, isNoChange } from '../../counter-change.ts';
import type { Masks } from '../../curate-ports.ts';
import { containedTags } from '../../list-fields.ts';
import { type AsRead, changeDocument } from './change-document.ts';
import { writeCounts } from './counter-parts.ts';
import { changedFields, toImageRecord } from './image-document.ts';
import { imageRef } from './references.ts';

export const masks: Masks = {
  set: (image, tag, uri) => changeDocument(imageRef(image), (asRead) => setIn(asRead, tag, uri)),
};

function setIn({ snapshot, batch, condition }: AsRead, tag: string, uri: string | null): readonly string[] {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  const replaced = before.masks.filter((mask) => mask.tag === tag).map((mask) => mask.uri);
  // There is no mask to remove: an earlier attempt has done it.
  if (uri === null && replaced.length === 0) return [];
  const others = before.masks.filter((mask) => mask.tag !== tag);
  const masksNow = uri === null ? others : [...others, { tag, uri }];
  const tagsContained = containedTags(before.tag, before.tags, masksNow);
  const after = { ...before, masks: masksNow, tagsContained, revision: before.revision + 1 };
  batch.update(snapshot.ref, changedFields(before, after), condition);
  const change = changeOf(before, after);
  if (!isNoChange(change)) writeCounts(batch, before.dataset, change);
  return replaced;
}
