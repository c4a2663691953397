/** Converts image records to documents and back (Spec 2.4, Contract 2). */

import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { type Annotation, imageRecord, type Review } from '../../../../../../packages/records/src/image.ts';
import { settingsIn } from '../../../../../../packages/records/src/record.ts';
import { containedTags, distinct, isLabelled, shardOf } from '../../../images/list-fields.ts';
import { isLook } from '../../../images/look.ts';
import type { ImageRecord } from '../../../model.ts';
import { encodeObjectName } from '../../../storage/object-name.ts';
import { maskIdOf } from '../../../storage/own-objects.ts';
import { type Fields, referenceId } from '../fields.ts';
import { datasetRef, monitorRef, tagRef } from '../references.ts';

/** All fields of a record except its thumbnail, which is most of its bytes. */
export const FIELDS = [
  ...(Object.keys(imageRecord.shape) as (keyof typeof imageRecord.shape)[]),
  'tagsContained',
] as const;

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
    ...settingsIn(imageRecord, after, before),
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
  const read = imageRecord.read(id, fields);
  const { tag, tags } = read;
  const masks = read.masks.map((mask) => (mask.id === '' ? { ...mask, id: maskIdOf(mask.uri) } : mask));
  return {
    id,
    ...read,
    masks,
    tagsContained: Array.isArray(fields.tagsContained)
      ? distinct(fields.tagsContained.map(referenceId))
      : containedTags(tag, tags, masks),
    look: lookText(read.look),
  };
}

/** An invalid hash counts as none. */
const lookText = (look: string): string => (isLook(look) ? look : '');

/** The object's path as the image routes take it (Contract 5). */
export const encodedPath = (uri: string): string => encodeObjectName(uri.replace(/^gs:\/\/[^/]*\//, ''));
