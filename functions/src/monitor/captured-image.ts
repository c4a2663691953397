/** An upload in either form of Contract 6: JSON with base64, or raw bytes with everything else in the query. */
import { HttpError } from '../common/errors.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import type { CapturedImage } from './add-image.ts';
import { MAX_IMAGE_BYTES, TOO_MANY_BYTES } from './image-limit.ts';

/** The fields of `image_data`, or of the query. */
export interface About {
  date?: number | undefined;
  name?: string | undefined;
  dataset?: string | null | undefined;
  tag?: string | null | undefined;
  session?: string | undefined;
}

export const toCapturedImage = (bytes: Buffer, about: About = {}): CapturedImage => ({
  bytes,
  date: about.date ?? null,
  name: about.name ?? '',
  dataset: about.dataset || null,
  tag: about.tag || null,
  session: about.session ?? null,
});

/** @throws HttpError `image missing`, `upload too large` */
export function readRawImage(bytes: Buffer, about: About): CapturedImage {
  if (bytes.length === 0) throw new HttpError('image missing', { detail: 'The body is empty' });
  if (bytes.length > MAX_IMAGE_BYTES) throw new HttpError('upload too large', TOO_MANY_BYTES);
  return toCapturedImage(bytes, about);
}

/** Flaws of `image` have errors of their own. */
export function refuseUpload({ place, path, message }: Flaw): HttpError {
  if (place === 'params') return new HttpError('monitor not found');
  if (path[0] !== 'image') return new HttpError('upload invalid', { reason: message });
  if (message === 'upload too large') return new HttpError(message, TOO_MANY_BYTES);
  return new HttpError('image missing', { detail: 'The member "image" is missing or is not base64' });
}
