/** An upload in either form of Contract 6, checked: JSON with base64, or raw bytes with the rest in the query. */
import { Refusal } from '../common/errors.ts';
import { type Flaw, parse, valuesOf } from '../common/http/parse.ts';
import { type CapturedImage, MAX_IMAGE_BYTES } from './add-image.ts';
import { fieldsOf } from './body-fields.ts';
import { uploadBody, uploadQuery } from './schema.ts';

/**
 * @param body parsed JSON, already unwrapped: `{image, image_data: {date, name, dataset, tag}}` (Spec 4.3)
 * @throws Refusal `image missing`, `upload too large`, `upload invalid`
 */
export function fromJson(body: unknown): CapturedImage {
  const { image, image_data: about } = parse(uploadBody, fieldsOf(body), refuse);
  return { bytes: image, ...placeOf(about ?? {}) };
}

/** @param bytes the body, with a `Content-Type` of an accepted image format */
export function fromRaw(bytes: Buffer, query: URLSearchParams): CapturedImage {
  if (bytes.length === 0) throw new Refusal('image missing');
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal('upload too large');
  return { bytes, ...placeOf(parse(uploadQuery, valuesOf(query), refuse)) };
}

interface About {
  date?: number | undefined;
  name?: string | undefined;
  dataset?: string | null | undefined;
  tag?: string | null | undefined;
}

const placeOf = ({ date, name, dataset, tag }: About): Omit<CapturedImage, 'bytes'> => ({
  date: date ?? null,
  name: name ?? '',
  dataset: dataset || null,
  tag: tag || null,
});

function refuse({ path, message }: Flaw): Refusal {
  if (path[0] !== 'image') return new Refusal('upload invalid', { reason: message });
  return new Refusal(message === 'upload too large' ? message : 'image missing');
}
