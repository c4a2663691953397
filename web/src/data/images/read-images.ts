/** Reads single image records, with their thumbnails, through the web SDK. */
import type { Bytes, DocumentData } from 'firebase/firestore';
import type { ListedAnnotation, ListedImage, SetType } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { count, list, map, millis, referenceId, text } from '../live/snapshot.ts';

const SETS: readonly SetType[] = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED', 'REVIEW'];

/** By id, without those that do not exist. */
export async function readImages(ids: readonly string[]): Promise<Map<string, ListedImage>> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const read = ids.map(async (id) => {
    // An image in the trash has no record here, and the rules refuse to read a record that does not exist.
    const document = await sdk.getDoc(sdk.doc(firestore, `image/${id}`)).catch(() => null);
    return document?.exists() ? toListed(id, document.data()) : null;
  });
  const found = (await Promise.all(read)).filter((image) => image !== null);
  return new Map(found.map((image) => [image.id, image]));
}

/** Thumbnails as data URIs by image id, without images that no longer exist. */
export async function readThumbnails(ids: readonly string[]): Promise<Map<string, string>> {
  const images = [...(await readImages(ids)).values()];
  return new Map(images.flatMap(({ id, thumbnail }) => (thumbnail === undefined ? [] : [[id, thumbnail]])));
}

/** Masks of before have the number in their name as id. */
const toMask = ({ id, tag, uri }: DocumentData): ListedImage['masks'][number] => ({
  id: text(id) || (/_mask_(\d+)\.png$/.exec(text(uri))?.[1] ?? ''),
  tag: referenceId(tag),
  uri: text(uri),
});

export function toListed(id: string, fields: DocumentData): ListedImage {
  return {
    id,
    uri: text(fields.uri),
    name: text(fields.name) || id,
    tag: referenceId(fields.tag) || null,
    tags: list(fields.tags).map(toAnnotation),
    masks: list(fields.masks).map((mask) => toMask(map(mask))),
    set: SETS.find((each) => each === fields.set) ?? 'PREDETERMINED',
    date: millis(fields.date) ?? 0,
    monitor: referenceId(fields.monitor) || null,
    session: text(fields.session),
    width: count(fields.width),
    height: count(fields.height),
    revision: count(fields.revision),
    setBefore: SETS.find((each) => each === fields.setBefore) ?? null,
    review: toReview(map(fields.review)),
    checked: fields.checked === true,
    ...(fields.confirmed === true && { confirmed: true }),
    ...thumbnailOf(fields.imageData),
  };
}

/** As a data URI. Records contain it as the bytes of a WebP. */
function thumbnailOf(bytes: unknown): Pick<ListedImage, 'thumbnail'> {
  const toBase64 = (bytes as Partial<Bytes> | undefined)?.toBase64;
  return typeof toBase64 === 'function'
    ? { thumbnail: `data:image/webp;base64,${toBase64.call(bytes)}` }
    : {};
}

const DECISIONS = ['accept', 'review', 'reject', 'empty'] as const;

function toReview({ by, at, decision }: DocumentData): ListedImage['review'] {
  const made = DECISIONS.find((each) => each === decision);
  return made ? { by: text(by), at: millis(at) ?? 0, decision: made } : null;
}

function toAnnotation(value: unknown): ListedAnnotation {
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
