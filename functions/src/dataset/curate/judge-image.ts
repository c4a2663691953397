/** Applies a person's change to an image (Contract 9: PATCH images). */

import { isClassified } from '../../../../packages/formats/src/format.ts';
import { imageRecord } from '../../../../packages/records/src/image.ts';
import type { DatasetType, SetType } from '../../../../packages/records/src/lists.ts';
import { settingsIn } from '../../../../packages/records/src/record.ts';
import type { ImageChange, Judgement, Maker, Restored } from '../../common/images/curate-ports.ts';
import { containedTags, hasLabels } from '../../common/images/list-fields.ts';
import type { ImageRecord } from '../../common/model.ts';
import { isCandidate } from '../suggest/accept/candidates.ts';
import { isUndone, standing, undone } from './changed-together.ts';

type Place = Pick<ImageRecord, 'set' | 'setBefore'>;

interface Context {
  maker: Maker;
  type: DatasetType;
  /** False for a program: what it changes counts as not checked by a person (Contract 9, 17). */
  isPerson: boolean;
}

/** @param flaw why the change is invalid, whatever the image is; null if it is valid */
export function judgeImage(
  before: ImageRecord | null,
  change: ImageChange,
  context: Context,
  flaw: string | null,
): Judgement {
  const { image, decision } = change;
  const revision = before?.revision ?? 0;
  const invalid = (reason: string) => ({ image, outcome: 'invalid' as const, revision, reason });
  const unchanged = { after: null, isRejected: false };
  if (!before) return { outcome: { image, outcome: 'not found', revision }, ...unchanged };
  if (flaw !== null) return { outcome: invalid(flaw), ...unchanged };
  if (isGiven(before, change)) return { outcome: { image, outcome: 'done', revision }, ...unchanged };
  if (!isAsSeen(before, change) || !isOpenTo(before, change))
    return { outcome: { image, outcome: 'stale', revision }, ...unchanged };
  if (decision === 'empty' && hasMarks(before)) return { outcome: invalid(NOT_EMPTY), ...unchanged };
  if (decision === 'empty' && !context.isPerson) return { outcome: invalid(NOT_SEEN), ...unchanged };
  const judged = change.restored
    ? givenBack(before, change, change.restored)
    : { ...labelled(before, change, context), ...placed(before, change), ...settingsIn(imageRecord, change) };
  const named = change.undoes ? undone(change.undoes, before.change) : (change.change ?? before.change);
  const after = { ...judged, ...(named && { change: named }), revision: revision + 1 };
  return {
    outcome: { image, outcome: 'done', revision: after.revision },
    after: decision === undefined ? after : { ...after, review: { ...context.maker, decision } },
    isRejected: decision === 'reject',
  };
}

/** An earlier attempt has done it. */
const isGiven = (before: ImageRecord, { change, undoes }: ImageChange): boolean =>
  undoes ? isUndone(undoes, before.change) : change !== undefined && before.change === change;

function isAsSeen({ revision, change }: ImageRecord, { seen, undoes }: ImageChange): boolean {
  const since = undoes ? standing(change).since : 0;
  return seen === undefined || seen + since === revision;
}

/** Acceptances and selections take back only what they gave. An acceptance gives a class to candidates only. */
function isOpenTo(before: ImageRecord, { suggested, undoes }: ImageChange): boolean {
  if (undoes) return standing(before.change).id === undoes.id;
  return suggested === undefined || isCandidate(before);
}

const NOT_EMPTY = 'The image has annotations or masks: remove them first';
const NOT_SEEN = 'Only a person can say that there is nothing in an image';

const hasMarks = ({ tags, masks }: ImageRecord): boolean => tags.length + masks.length > 0;

function labelled(before: ImageRecord, change: ImageChange, context: Context): ImageRecord {
  const { tag = before.tag, decision } = change;
  const tags = decision === 'accept' && context.isPerson ? byPerson(before.tags) : before.tags;
  const after = { ...before, tag, tags, tagsContained: containedTags(tag, tags, before.masks) };
  const checked = isChecked(before, after, change, context);
  const suggested =
    change.tag === undefined ? before.suggested : (change.tag && change.suggested) || undefined;
  const confirmed = checked && isConfirmed(before, change, context) ? true : undefined;
  return { ...after, checked, confirmed, suggested: checked ? undefined : suggested };
}

/** A label that is given anew has not been looked at again, nor have all that a filter shows. */
function isConfirmed(before: ImageRecord, change: ImageChange, { isPerson }: Context): boolean {
  const isOne = change.decision === 'accept' && change.change === undefined && isPerson;
  if (isOne && before.set !== 'REVIEW' && hasLabels(before) && !before.suggested) return true;
  return change.tag === undefined && before.confirmed === true;
}

/** As it was before a change of a selection. Without `set`, it stays where it is now. */
function givenBack(
  before: ImageRecord,
  { tag = null, set }: ImageChange,
  { setBefore, checked, confirmed, suggested, inference }: Restored,
): ImageRecord {
  const tags = inference.length === 0 ? before.tags : byModel(before.tags, new Set(inference));
  const tagsContained = containedTags(tag, tags, before.masks);
  const place = set === undefined ? toPlace(before) : { set, setBefore };
  return { ...before, tag, tags, tagsContained, ...place, checked, confirmed, suggested };
}

const byModel = (tags: ImageRecord['tags'], places: ReadonlySet<number>): ImageRecord['tags'] =>
  tags.map((each, at) => (places.has(at) ? { ...each, labeled: 'inference' } : each));

/** Whoever accepts annotations answers for them. The same list if nothing changes. */
const byPerson = (tags: ImageRecord['tags']): ImageRecord['tags'] =>
  tags.every(({ labeled }) => labeled === 'manual')
    ? tags
    : tags.map((each) => ({ ...each, labeled: 'manual' }));

/** An image that needs a class is not checked without one. Removing the last label does not say that there is nothing in it. */
function isChecked(
  before: ImageRecord,
  after: ImageRecord,
  { tag, decision, checked, suggested }: ImageChange,
  { type, isPerson }: Context,
): boolean {
  if (checked === false || suggested) return false;
  if (!isPerson) return before.checked && tag === undefined;
  if (decision === 'empty') return true;
  if (decision === 'accept' || typeof tag === 'string') return hasLabels(after) || !isClassified(type);
  return before.checked && (hasLabels(after) || after.tag === before.tag);
}

/**
 * The set is applied first, then the decision: an image that leaves REVIEW returns to its previous set, unless a set was
 * chosen.
 */
export function placed(before: Place, { set, decision }: Pick<ImageChange, 'set' | 'decision'>): Place {
  const chosen = set === undefined ? toPlace(before) : moved(before, set);
  if (decision === 'review') return moved(chosen, 'REVIEW');
  if ((decision === 'accept' || decision === 'empty') && chosen.set === 'REVIEW')
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
