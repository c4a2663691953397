/** What the routes of Spec 4.3 take. The messages are those of the answers; openapi.yaml is written from these schemas. */
import * as z from 'zod/mini';
import { about, id } from '../common/http/fields.ts';
import { decodeImage } from './base64.ts';

/** Unix milliseconds of 2100-01-01: a camera that says more has no clock. */
const LATEST_DATE = 4_102_444_800_000;
const MAX_NAME = 255;

export const monitorPath = z.object({ monitor_id: id('Monitor id') });

const uid = about('Id of the user who starts the session, where the caller has not proved who it is.', {
  example: 'owner',
});

export const startQuery = z.object({ uid: z.optional(z.string().check(uid)) });

/** A uid that is no text counts as none. */
export const startBody = z.object({ uid: z.catch(z.optional(z.string().check(uid)), undefined) });

/** Decoded once, here; a text of many megabytes is looked at by nothing else. */
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
  .check(about('When the image was captured, Unix milliseconds. Without it the time of arrival counts.'));

/** Query parameters are texts. */
const dateText = z
  .pipe(
    z.pipe(
      z.string(),
      z.transform((text) => Number(text.trim() || Number.NaN)),
    ),
    date,
  )
  .check(
    about('When the image was captured, Unix milliseconds. Without it the time of arrival counts.', {
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
  .check(about('File name, at most 255 bytes; folders and control characters are cut off.'));

/** One file name from whatever was sent: no folders, no control characters. Emoji and `--` may stay: no path is made of it. */
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

const imageData = z.object({ date: z.optional(date), name, dataset, tag }, 'image_data is not an object');

/** Spec 4.3. Flaws of `image` are rows of the error table. */
export const uploadBody = z.object({ image, image_data: z.optional(imageData) });

/** Contract 6: the raw bytes carry the rest in the query. */
export const uploadQuery = z.object({ date: z.optional(dateText), name, dataset, tag });

/** Keeps a record under a document's 1 MiB, with its thumbnail; importers take 500 boxes (Contract 4). */
const MAX_TAGS = 1000;
const MAX_TAG = 600;
const TOO_MANY = `more than ${MAX_TAGS} tags`;

const unit = () => z.number().check(z.gte(0), z.lte(1));

/** Sums of shares that were rounded to a float on the way. */
const ROUNDING = 1e-3;

const size = (which: string) =>
  z.nullish(unit()).check(about(`${which}, normalized 0-1. Only a point may leave it out.`));

const annotation = z
  .object(
    {
      tag: z
        .string()
        .check(z.maxLength(MAX_TAG), about('Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.')),
      type: z._default(z.enum(['rect', 'mask', 'point'], 'type is not rect, mask or point'), 'rect'),
      labeled: z._default(z.enum(['manual', 'inference'], 'labeled is not manual or inference'), 'inference'),
      x: unit().check(about('Left edge, normalized 0-1.')),
      y: unit().check(about('Top edge, normalized 0-1.')),
      w: size('Width'),
      h: size('Height'),
    },
    'tags tag',
  )
  .check(z.refine(fitsPicture, 'tags coordinates'));

interface Box {
  type: string;
  x: number;
  y: number;
  w?: number | null | undefined;
  h?: number | null | undefined;
}

/** A point has no extent, so it may leave out its size. */
function fitsPicture({ type, x, y, w, h }: Box): boolean {
  const isSized = type === 'point' || (typeof w === 'number' && typeof h === 'number');
  return isSized && x + (w ?? 0) <= 1 + ROUNDING && y + (h ?? 0) <= 1 + ROUNDING;
}

/** A long list is refused before its entries are looked at. */
const short = z.transform((list: unknown, context) => {
  if (Array.isArray(list) && list.length > MAX_TAGS)
    context.issues.push({ code: 'custom', message: TOO_MANY, input: null });
  return list;
});

/** Spec 4.3. */
export const tagsBody = z.object({
  dataset: z.string().check(about('Dataset id, or path `dataset/<dataset_id>`.')),
  imageID: z.string().check(about('Image id, or path `image/<image_id>`.')),
  tags: z
    .pipe(short, z.array(annotation, 'tags is not an array').check(z.maxLength(MAX_TAGS, TOO_MANY)))
    .check(about('Replaces all annotations of the image.')),
});
