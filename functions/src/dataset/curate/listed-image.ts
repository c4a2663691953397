import { DataUri } from '../../common/images/data-uri.ts';
import type { ImageRecord } from '../../common/model.ts';

/** An image as lists show it, without the fields that only the service needs. */
export type ListedImage = Omit<
  ImageRecord,
  'dataset' | 'tagsContained' | 'originalFormat' | 'content' | 'look' | 'import' | 'change'
> & { thumbnail?: DataUri };

/** What a list reads of a record. */
export const LISTED_FIELDS = [
  ...(['dataset', 'uri', 'name', 'tag', 'tags', 'masks', 'set', 'setBefore', 'review', 'checked'] as const),
  ...(['date', 'monitor', 'session', 'width', 'height', 'revision', 'confirmed', 'suggested'] as const),
] satisfies (keyof ImageRecord)[];

export function toListed(record: ImageRecord, thumbnail: Buffer | null): ListedImage {
  const {
    dataset: _,
    tagsContained: __,
    originalFormat: ___,
    content: ____,
    look: _____,
    import: ______,
    change: _______,
    ...listed
  } = record;
  // Thumbnails are WebP (Spec 2.4).
  return thumbnail === null ? listed : { ...listed, thumbnail: new DataUri('image/webp', thumbnail) };
}
