/** Applies a person's change to an image (Contract 9: PATCH images). */
import type { ImageChange, Judgement, Maker } from '../../common/curate-ports.ts';
import { containedTags } from '../../common/list-fields.ts';
import type { ImageRecord, SetType } from '../../common/model.ts';

type Place = Pick<ImageRecord, 'set' | 'setBefore'>;

/** @param flaw why the change is invalid, whatever the image is; null if it is valid */
export function judgeImage(
  before: ImageRecord | null,
  change: ImageChange,
  maker: Maker,
  flaw: string | null,
): Judgement {
  const { image, seen, decision } = change;
  const revision = before?.revision ?? 0;
  const unchanged = { after: null, isRejected: false };
  if (!before) return { outcome: { image, outcome: 'not found', revision }, ...unchanged };
  if (flaw !== null) return { outcome: { image, outcome: 'invalid', revision, reason: flaw }, ...unchanged };
  if (seen !== undefined && seen !== revision)
    return { outcome: { image, outcome: 'stale', revision }, ...unchanged };
  const after = { ...labelled(before, change), ...placed(before, change), revision: revision + 1 };
  return {
    outcome: { image, outcome: 'done', revision: after.revision },
    after: decision === undefined ? after : { ...after, review: { ...maker, decision } },
    isRejected: decision === 'reject',
  };
}

function labelled(before: ImageRecord, { tag }: ImageChange): ImageRecord {
  if (tag === undefined) return before;
  return { ...before, tag, tagsContained: containedTags(tag, before.tags, before.masks) };
}

/**
 * The set is applied first, then the decision: an image that leaves REVIEW returns to its previous set, unless a set was
 * chosen.
 */
function placed(before: Place, { set, decision }: ImageChange): Place {
  const chosen = set === undefined ? toPlace(before) : moved(before, set);
  if (decision === 'review') return moved(chosen, 'REVIEW');
  if (decision === 'accept' && chosen.set === 'REVIEW')
    return { set: chosen.setBefore ?? 'PREDETERMINED', setBefore: null };
  return chosen;
}

/** `setBefore` has a meaning only in REVIEW and is never REVIEW itself, even if the record says otherwise. */
const toPlace = ({ set, setBefore }: Place): Place => ({
  set,
  setBefore: set === 'REVIEW' && setBefore !== 'REVIEW' ? setBefore : null,
});

function moved(before: Place, set: SetType): Place {
  if (set !== 'REVIEW') return { set, setBefore: null };
  return before.set === 'REVIEW' ? toPlace(before) : { set, setBefore: before.set };
}
