/** Image records as documents (Spec 2.4, Contract 2), both ways. */
import { FieldValue } from 'firebase-admin/firestore';
import { encodeObjectName } from '../../../image/encoded-uri.ts';
import { type Annotation, type ImageRecord, type Mask, SET_TYPES } from '../../model.ts';
import { count, type Fields, list, map, millis, referenceId, text } from './fields.ts';
import { datasetRef, monitorRef, tagRef } from './references.ts';

/** All fields of a record but its thumbnail, which is most of its bytes. */
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
  'width',
  'height',
  'masks',
] as const satisfies readonly (keyof ImageRecord)[];

/** Fields of a new record. `encoded` is the object's path with `/` as `--`, for an exact look-up (Contract 5). */
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
    width: record.width,
    height: record.height,
  };
}

export function annotationFields(
  dataset: string,
  tags: readonly Annotation[],
  contained: readonly string[],
): Fields {
  return {
    tags: tags.map(({ tag, ...annotation }) => ({ ...annotation, tag: tagRef(dataset, tag) })),
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
    set: SET_TYPES.find((each) => each === fields.set) ?? 'PREDETERMINED',
    date: millis(fields.date),
    monitor: referenceId(fields.monitor) || null,
    session: text(fields.session),
    originalFormat: text(fields.originalFormat),
    content: text(fields.content),
    width: count(fields.width),
    height: count(fields.height),
    masks,
  };
}

/** Spec 2.4, tagsContained: the primary tag, those of annotations, those of masks; each once. */
export const containedTags = (
  tag: string | null,
  tags: readonly Annotation[],
  masks: readonly Mask[],
): string[] => distinct([tag ?? '', ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)]);

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

const toMask = (value: unknown): Mask => ({ tag: referenceId(map(value).tag), uri: text(map(value).uri) });

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].filter((id) => id !== '');

/** The object's path as the image routes take it (Contract 5). */
export const encodedPath = (uri: string): string => encodeObjectName(uri.replace(/^gs:\/\/[^/]*\//, ''));
