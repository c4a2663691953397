/** Converts image records to documents and back (Spec 2.4, Contract 2). */

import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { SET_TYPES, type SetType } from '../../../../../../packages/records/src/lists.ts';
import { containedTags, distinct, isLabelled, shardOf } from '../../../images/list-fields.ts';
import { isLook } from '../../../images/look.ts';
import { type Annotation, DECISIONS, type ImageRecord, type Mask, type Review } from '../../../model.ts';
import { encodeObjectName } from '../../../storage/object-name.ts';
import { maskIdOf } from '../../../storage/own-objects.ts';
import { count, type Fields, list, map, millis, referenceId, text } from '../fields.ts';
import { datasetRef, monitorRef, tagRef } from '../references.ts';

/** All fields of a record except its thumbnail, which is most of its bytes. */
export const FIELDS = [
  'uri',
  'name',
  'dataset',
  'tag',
  'tags',
  'tagsContained',
  'set',
  'date',
  'monitor',
  'session',
  'originalFormat',
  'content',
  'look',
  'width',
  'height',
  'masks',
  'revision',
  'setBefore',
  'review',
  'checked',
  'confirmed',
  'import',
  'suggested',
  'change',
] as const satisfies readonly (keyof ImageRecord)[];

/** Fields of a new record. `encoded` is the object's path with `/` as `--`, for an exact lookup (Contract 5). */
export function newImageFields(record: ImageRecord, thumbnail: Buffer): Fields {
  return {
    uri: record.uri,
    encoded: encodedPath(record.uri),
    name: record.name,
    dataset: datasetRef(record.dataset),
    tag: record.tag === null ? null : tagRef(record.dataset, record.tag),
    ...annotationFields(record.dataset, record.tags, record.tagsContained),
    set: record.set,
    imageData: thumbnail,
    date: record.date,
    monitor: record.monitor === null ? null : monitorRef(record.monitor),
    session: record.session,
    createdDate: FieldValue.serverTimestamp(),
    updatedAt: FieldValue.serverTimestamp(),
    originalFormat: record.originalFormat,
    content: record.content,
    look: record.look,
    width: record.width,
    height: record.height,
    shard: shardOf(record.dataset, record.id),
    labelled: isLabelled(record),
    checked: record.checked,
    ...(record.masks.length > 0 && { masks: maskFields(record) }),
    ...(record.import && { import: record.import }),
    ...(record.suggested && { suggested: record.suggested }),
    ...reviewFields(record),
  };
}

const maskFields = ({ dataset, masks }: ImageRecord) =>
  masks.map(({ id, tag, uri }) => ({ id, tag: tagRef(dataset, tag), uri }));

/** Leaves out empty fields. */
const reviewFields = ({ setBefore, review }: ImageRecord): Fields => ({
  ...(setBefore !== null && { setBefore }),
  ...(review !== null && { review: storedReview(review) }),
});

const storedReview = (review: Review): Fields => ({ ...review, at: Timestamp.fromMillis(review.at) });

/** The fields that differ after a person's change of class, set, masks or what is known of the annotations; `setBefore` null removes the field's value. */
export function changedFields(before: ImageRecord, after: ImageRecord): Record<string, unknown> {
  const contained = after.tagsContained.map((tag) => tagRef(after.dataset, tag));
  const isTagged = after.tag !== before.tag || after.masks !== before.masks;
  const isChecked = after.checked !== before.checked;
  return {
    ...(after.tag !== before.tag && { tag: after.tag === null ? null : tagRef(after.dataset, after.tag) }),
    ...(after.masks !== before.masks && { masks: maskFields(after) }),
    ...(after.tags !== before.tags && { tags: storedAnnotations(after.dataset, after.tags) }),
    ...(isTagged && { tagsContained: contained }),
    ...(isChecked && { checked: after.checked }),
    ...(after.confirmed !== before.confirmed && { confirmed: after.confirmed ?? null }),
    ...(after.suggested !== before.suggested && { suggested: after.suggested ?? null }),
    ...(after.change !== before.change && { change: after.change }),
    ...((isTagged || isChecked) && { labelled: isLabelled(after) }),
    ...(after.set !== before.set && { set: after.set }),
    ...(after.setBefore !== before.setBefore && { setBefore: after.setBefore }),
    ...(after.review && after.review !== before.review && { review: storedReview(after.review) }),
    revision: after.revision,
    updatedAt: FieldValue.serverTimestamp(),
  };
}

const storedAnnotations = (dataset: string, tags: readonly Annotation[]) =>
  tags.map(({ tag, ...annotation }) => ({ ...annotation, tag: tagRef(dataset, tag) }));

export function annotationFields(
  dataset: string,
  tags: readonly Annotation[],
  contained: readonly string[],
): Fields {
  return {
    tags: storedAnnotations(dataset, tags),
    tagsContained: contained.map((tag) => tagRef(dataset, tag)),
  };
}

export function toImageRecord(id: string, fields: Fields): ImageRecord {
  const tag = referenceId(fields.tag) || null;
  const tags = list(fields.tags).map(toAnnotation);
  const masks = list(fields.masks).map(toMask);
  return {
    id,
    uri: text(fields.uri),
    name: text(fields.name, id),
    dataset: referenceId(fields.dataset),
    tag,
    tags,
    tagsContained: Array.isArray(fields.tagsContained)
      ? distinct(fields.tagsContained.map(referenceId))
      : containedTags(tag, tags, masks),
    set: setOf(fields.set) ?? 'PREDETERMINED',
    date: millis(fields.date),
    monitor: referenceId(fields.monitor) || null,
    session: text(fields.session),
    originalFormat: text(fields.originalFormat),
    content: text(fields.content),
    look: lookText(fields.look),
    width: count(fields.width),
    height: count(fields.height),
    masks,
    revision: count(fields.revision),
    setBefore: setOf(fields.setBefore),
    review: toReview(fields.review),
    checked: fields.checked === true,
    ...(fields.confirmed === true && { confirmed: true }),
    ...(text(fields.import) !== '' && { import: text(fields.import) }),
    ...suggestedFields(map(fields.suggested)),
    ...(text(fields.change) !== '' && { change: text(fields.change) }),
  };
}

const suggestedFields = ({ run, acceptance }: Fields): Pick<ImageRecord, 'suggested'> =>
  text(acceptance) === ''
    ? {}
    : { suggested: { labeled: 'inference', run: text(run), acceptance: text(acceptance) } };

const setOf = (value: unknown): SetType | null => SET_TYPES.find((each) => each === value) ?? null;

function toReview(value: unknown): Review | null {
  const { by, at, decision } = map(value);
  const made = DECISIONS.find((each) => each === decision);
  return made ? { by: text(by), at: millis(at), decision: made } : null;
}

function toAnnotation(value: unknown): Annotation {
  const fields = map(value);
  return {
    type: fields.type === 'mask' || fields.type === 'point' ? fields.type : 'rect',
    tag: referenceId(fields.tag),
    x: count(fields.x),
    y: count(fields.y),
    w: count(fields.w),
    h: count(fields.h),
    labeled: fields.labeled === 'inference' ? 'inference' : 'manual',
  };
}

function toMask(value: unknown): Mask {
  const { id, tag, uri } = map(value);
  return { id: text(id) || maskIdOf(text(uri)), tag: referenceId(tag), uri: text(uri) };
}

/** An invalid hash counts as none. */
const lookText = (value: unknown): string => (isLook(text(value)) ? text(value) : '');

/** The object's path as the image routes take it (Contract 5). */
export const encodedPath = (uri: string): string => encodeObjectName(uri.replace(/^gs:\/\/[^/]*\//, ''));
