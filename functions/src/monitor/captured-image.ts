/** An upload in either form of Contract 6: JSON with base64, or raw bytes with everything else in the query. */

import * as z from 'zod/mini';
import { HttpError } from '../common/errors.ts';
import { about, members, part } from '../common/http/input/fields.ts';
import type { Flaw } from '../common/http/input/parse.ts';
import type { CapturedImage } from './add-image.ts';
import { decodeImage } from './base64.ts';
import { MAX_IMAGE_BYTES, TOO_MANY_BYTES } from './image-limit.ts';
import { sessionName } from './session-of-frame.ts';

/** Unix milliseconds of 2100-01-01: a camera with a later date has no working clock. */
const LATEST_DATE = 4_102_444_800_000;
const MAX_NAME = 255;

const session = sessionName(
  'Name of the run that the frame belongs to, chosen by the device once per run: the session `<monitor_id>.<name>` takes it however late it comes, and whatever the monitor does.',
);

/** Decoded once, here: other code does not handle a string of many megabytes. */
const image = z
  .pipe(
    z.string('image missing'),
    z.transform((text, context): Buffer => {
      const decoded = decodeImage(text);
      if (Buffer.isBuffer(decoded)) return decoded;
      context.issues.push({ code: 'custom', message: decoded, input: null });
      return z.NEVER;
    }),
  )
  .check(
    about(
      'The image, base64-encoded, with or without the prefix of a data URI. At most 20 MB when decoded.',
      {
        contentEncoding: 'base64',
      },
    ),
  );

const NO_DATE = 'date is not a timestamp in milliseconds';

const date = z
  .pipe(
    z.number(NO_DATE).check(z.gte(0, NO_DATE), z.lte(LATEST_DATE, NO_DATE)),
    z.transform((ms) => Math.round(ms)),
  )
  .check(about('When the image was captured, Unix milliseconds. Default: the time of arrival.'));

/** Query parameters are strings. */
const dateText = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text) => Number(text.trim() || Number.NaN)),
    ),
    date,
  )
  .check(
    about('When the image was captured, Unix milliseconds. Default: the time of arrival.', {
      type: 'number',
      minimum: 0,
      maximum: LATEST_DATE,
    }),
  );

const name = z
  .pipe(
    z.nullish(
      z
        .string('name is not a string')
        .check(
          z.refine((text) => Buffer.byteLength(text) <= MAX_NAME, `name is longer than ${MAX_NAME} bytes`),
        ),
    ),
    z.transform((text) => fileName(text ?? '')),
  )
  .check(about('File name, at most 255 bytes; folders and control characters are removed.'));

/**
 * One file name from any text, without folders and control characters. Emoji and `--` are allowed, because the name is never
 * part of a path.
 */
function fileName(text: string): string {
  const base = text.split(/[/\\]/).at(-1) ?? '';
  const clean = base.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').trim();
  return clean === '.' || clean === '..' ? '' : clean;
}

const text = (field: string, description: string) =>
  z.nullish(z.string(`${field} is not a string`)).check(about(description));

const dataset = text('dataset', "Dataset id. The monitor's own unless given.");
const tag = text(
  'tag',
  'Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`. Without it the image is unlabelled.',
);

const imageData = part(
  { date: z.optional(date), name, dataset, tag, session },
  'image_data is not an object',
);

/** Spec 4.3. Flaws of `image` have errors of their own. */
export const uploadBody = z.pipe(
  members({ image, image_data: z.optional(imageData) }),
  z.transform(({ image: bytes, image_data }) => toCapturedImage(bytes, image_data)),
);

/** Contract 6: with raw bytes, everything else is in the query. */
export const uploadQuery = z.object({ date: z.optional(dateText), name, dataset, tag, session });

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
