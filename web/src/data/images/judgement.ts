/** How a judgement changes an image, and which change undoes it (Contract 9: PATCH images). Pure. */
import type {
  DatasetType,
  ImageChange,
  ListedAnnotation,
  ListedImage,
} from '../../../../client/src/curate/records.ts';

/** `tag`: its id; null for unlabelled. */
export type Judgement = Pick<ImageChange, 'tag' | 'set' | 'decision'>;

/** The image after the judgement; null if it goes to the trash. */
export function judged(image: ListedImage, { tag, set, decision }: Judgement): ListedImage | null {
  if (decision === 'reject') return null;
  const next = { ...image, revision: image.revision + 1 };
  if (tag !== undefined) next.tag = tag;
  if (set !== undefined) next.set = set;
  // The service restores the set that the image had before review. Until it answers, show it as not assigned.
  const isSettled = decision === 'accept' || decision === 'empty';
  if (isSettled && image.set === 'REVIEW') next.set = set ?? 'PREDETERMINED';
  if (isSettled || typeof tag === 'string') next.checked = true;
  else if (tag === null && image.tag !== null) next.checked = image.checked && isMarked(image);
  if (decision === 'accept') next.tags = image.tags.map((each) => ({ ...each, labeled: 'manual' }));
  if (decision === 'review') next.set = 'REVIEW';
  return next;
}

/** Whether images of this type have boxes or masks, and not one class: there may be nothing in them. */
export const hasMarks = (type: DatasetType): boolean =>
  type === 'imageObjectDetection' || type === 'MULTILABEL';

/** Whether it has annotations or masks. */
export const isMarked = ({ tags, masks }: ListedImage): boolean => tags.length + masks.length > 0;

/** Whether nobody has said what is in it, nor that nothing is: there is nothing to accept. */
export const isUnlabelled = (image: ListedImage): boolean =>
  image.tag === null && !image.checked && !isMarked(image);

/** Whether a person has said that there is nothing in it. */
export const isEmpty = (image: ListedImage): boolean =>
  image.tag === null && image.checked && !isMarked(image);

/** Whether somebody looks at a label again. */
export const confirms = (image: ListedImage, { decision }: Judgement): boolean =>
  decision === 'accept' && image.set !== 'REVIEW' && !isUnlabelled(image);

export const changeOf = (image: ListedImage, judgement: Judgement): ImageChange => ({
  image: image.id,
  seen: image.revision,
  ...judgement,
});

/**
 * The change that undoes a judgement. For a rejected image, restore it from the trash instead.
 * @param now the image after the judgement
 */
export function reverse(before: ListedImage, now: ListedImage): ImageChange {
  const change: ImageChange = {
    image: now.id,
    seen: now.revision,
    ...(before.tag !== now.tag && { tag: before.tag }),
    ...(!before.checked && now.checked && { checked: false }),
  };
  if (before.set === now.set) return change;
  if (before.set !== 'REVIEW') return { ...change, set: before.set };
  // The set that it had before review is lost once another was chosen.
  return { ...change, set: before.setBefore ?? 'PREDETERMINED', decision: 'review' };
}

/** Whether nobody could see a difference, but for when and by whom. */
export const isSame = (one: ListedImage, other: ListedImage): boolean =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other)) &&
  sameAnnotations(one.tags, other.tags);

const contentOf = ({ tag, set, setBefore, checked, confirmed, masks }: ListedImage) => [
  ...[tag, set, setBefore, checked, confirmed],
  ...masks.map(({ id, tag: of }) => [id, of]),
];

export const sameAnnotations = (
  some: readonly ListedAnnotation[],
  others: readonly ListedAnnotation[],
): boolean => JSON.stringify(some.map(valuesOf)) === JSON.stringify(others.map(valuesOf));

const valuesOf = ({ type, tag, x, y, w, h, labeled }: ListedAnnotation) => [type, tag, x, y, w, h, labeled];
