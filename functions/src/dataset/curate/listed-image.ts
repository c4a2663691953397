import { SHOWN_FIELDS } from '../../../../packages/records/src/image.ts';
import { DataUri } from '../../common/images/data-uri.ts';
import type { ImageRecord } from '../../common/model.ts';

/** An image as lists show it, without the fields that only the service needs. */
export type ListedImage = Pick<ImageRecord, 'id' | (typeof SHOWN_FIELDS)[number]> & { thumbnail?: DataUri };

/** What a list reads of a record. */
export const LISTED_FIELDS = ['dataset', ...SHOWN_FIELDS] as const;

export function toListed(record: ImageRecord, thumbnail: Buffer | null): ListedImage {
  const shown = ['id', ...SHOWN_FIELDS] as const;
  const listed = Object.fromEntries(shown.map((name) => [name, record[name]])) as unknown as ListedImage;
  // Thumbnails are WebP (Spec 2.4).
  return thumbnail === null ? listed : { ...listed, thumbnail: new DataUri('image/webp', thumbnail) };
}
