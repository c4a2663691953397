import type { Mask } from '../../../../../../packages/records/src/image.ts';
import { changeOf } from '../../../counters/counter-change.ts';
import type { MaskChange, MaskOutcome, Masks } from '../../../images/curate-ports.ts';
import { containedTags, hasLabels } from '../../../images/list-fields.ts';
import { MOST_MASKS } from '../../../model.ts';
import { maskIdOf } from '../../../storage/own-objects.ts';
import { type AsRead, changeDocument } from '../change-document.ts';
import { writeCounts } from '../counters/counter-parts.ts';
import { imageRef } from '../references.ts';
import { changedFields, toImageRecord } from './image-document.ts';

export const masks: Masks = {
  set: (change) => changeDocument(imageRef(change.image), (asRead) => setIn(asRead, change)),
};

function setIn(
  { snapshot, batch, condition }: AsRead,
  { tag, mask, uri, seen, isPerson }: MaskChange,
): MaskOutcome {
  const before = toImageRecord(snapshot.id, snapshot.data() ?? {});
  const own = meant(before.masks, tag, mask);
  // There is no mask to remove: an earlier attempt has done it.
  if (uri === null && own.length === 0) return { replaced: [] };
  if (seen !== undefined && seen !== before.revision)
    return { revision: before.revision, current: own[0]?.uri };
  if (mask === undefined && own.length > 1) return { refused: 'several' };
  if (own.length === 0 && before.masks.length >= MOST_MASKS) return { refused: 'enough' };
  const others = before.masks.filter((each) => !own.includes(each));
  // Earlier imports stored masks of equal pixels once, whatever their tags.
  const replaced = own.map((each) => each.uri).filter((each) => !others.some((other) => other.uri === each));
  const id = mask ?? own[0]?.id ?? maskIdOf(uri ?? '');
  const masksNow = uri === null ? others : [...others, { id, tag, uri }];
  const tagsContained = containedTags(before.tag, before.tags, masksNow);
  const changed = { ...before, masks: masksNow, tagsContained, revision: before.revision + 1 };
  // Removing the last one does not say that there is nothing in the image.
  const after = { ...changed, checked: isPerson && hasLabels(changed) };
  batch.update(snapshot.ref, changedFields(before, after), condition);
  writeCounts(batch, before.dataset, changeOf(before, after));
  return { replaced };
}

/** The mask with this id, whatever its tag; otherwise the tag's masks. */
function meant(masks: readonly Mask[], tag: string, id: string | undefined): Mask[] {
  if (id === undefined) return masks.filter((each) => each.tag === tag);
  const named = masks.filter((each) => each.id === id);
  // Masks of earlier imports that share a file have the same id.
  return named.length > 1 ? named.filter((each) => each.tag === tag) : named;
}
