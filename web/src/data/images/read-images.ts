/** Reads single image records, with their thumbnails, through the web SDK. */
import type { Bytes, DocumentData } from 'firebase/firestore';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { imageRecord, SHOWN_FIELDS } from '../../../../packages/records/src/image.ts';
import { getFirestore } from '../firebase.ts';

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

export function toListed(id: string, fields: DocumentData): ListedImage {
  const read = imageRecord.read(id, fields);
  const shown = SHOWN_FIELDS.map((name) => [name, read[name]]);
  return { id, ...Object.fromEntries(shown), ...thumbnailOf(fields.imageData) } as ListedImage;
}

/** As a data URI. Records contain it as the bytes of a WebP. */
function thumbnailOf(bytes: unknown): Pick<ListedImage, 'thumbnail'> {
  const toBase64 = (bytes as Partial<Bytes> | undefined)?.toBase64;
  return typeof toBase64 === 'function'
    ? { thumbnail: `data:image/webp;base64,${toBase64.call(bytes)}` }
    : {};
}
