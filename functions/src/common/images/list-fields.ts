/** Fields that are stored on an image record so that lists find it by an index (Contract 9: GET images). */
import type { Annotation, Mask } from '../../../../packages/records/src/image.ts';
import type { ImageRecord } from '../model.ts';

/**
 * The first field of each index of the lists: `{dataset id}/0` or `/1`, by a hash of the image's id. An index over rising
 * dates takes 500 writes a second; two of them take the thousand of a dataset. The value contains the dataset's id, so that
 * a page needs only one query, whether the record names its dataset by a reference or by a path.
 */
export const shardOf = (dataset: string, image: string): string => `${dataset}/${hash(image) & 1}`;

export const shardsOf = (dataset: string): readonly string[] => [`${dataset}/0`, `${dataset}/1`];

type Labels = Pick<ImageRecord, 'tag' | 'tags'> & { masks: readonly unknown[] };

export const hasLabels = ({ tag, tags, masks }: Labels): boolean =>
  tag !== null || tags.length > 0 || masks.length > 0;

/** Someone, or something, has said what the image shows; or a person, that there is nothing in it. */
export const isLabelled = (image: Labels & Pick<ImageRecord, 'checked'>): boolean =>
  image.checked || hasLabels(image);

/** Its class is a model's that no person has checked. */
export const isSuggested = ({ suggested, checked }: Pick<ImageRecord, 'suggested' | 'checked'>): boolean =>
  suggested !== undefined && !checked;

/** Spec 2.4, tagsContained: the primary tag, those of annotations, those of masks; each once. */
export const containedTags = (
  tag: string | null,
  tags: readonly Annotation[],
  masks: readonly Pick<Mask, 'tag'>[],
): string[] => distinct([tag ?? '', ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)]);

export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].filter((id) => id !== '');

/** FNV-1a with folded bits: the lowest bit of plain FNV-1a is only the parity of the odd characters. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value ^ (value >>> 16);
}
