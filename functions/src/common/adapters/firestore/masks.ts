import { changeOf } from '../../counter-change.ts';
import type { MaskChange, MaskOutcome, Masks } from '../../curate-ports.ts';
import { containedTags, hasLabels } from '../../list-fields.ts';
import { type AsRead, changeDocument } from './change-document.ts';
import { writeCounts } from './counter-parts.ts';
import { changedFields, toImageRecord } from './image-document.ts';
import { imageRef } from './references.ts';

export const masks: Masks = {
  set: (change) => changeDocument(imageRef(change.image), (asRead) => setIn(asRead, change)),
};

function setIn({ snapshot, batch, condition }: AsRead, { tag, uri, seen }: MaskChange): MaskOutcome {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  const own = before.masks.filter((mask) => mask.tag === tag).map((mask) => mask.uri);
  // There is no mask to remove: an earlier attempt has done it.
  if (uri === null && own.length === 0) return { replaced: [] };
  if (seen !== undefined && seen !== before.revision) return { revision: before.revision, current: own[0] };
  const others = before.masks.filter((mask) => mask.tag !== tag);
  // Earlier imports stored masks of equal pixels once, whatever their tags.
  const replaced = own.filter((each) => !others.some((other) => other.uri === each));
  const masksNow = uri === null ? others : [...others, { tag, uri }];
  const tagsContained = containedTags(before.tag, before.tags, masksNow);
  const changed = { ...before, masks: masksNow, tagsContained, revision: before.revision + 1 };
  // Removing the last one does not say that there is nothing in the image.
  const after = { ...changed, checked: hasLabels(changed) };
  batch.update(snapshot.ref, changedFields(before, after), condition);
  writeCounts(batch, before.dataset, changeOf(before, after));
  return { replaced };
}
