/** Request schemas of the routes of Spec 4.3. Their messages are part of the answers; openapi.yaml is written from them. */
import * as z from 'zod/mini';
import { SESSION_NAME } from '../../../packages/records/src/named-sessions.ts';
import { about, id, listUpTo, members, part, seen } from '../common/http/input/fields.ts';
import { MOST_ANNOTATIONS } from '../common/model.ts';
import { decodeImage } from './base64.ts';
import { toCapturedImage } from './captured-image.ts';

/** Unix milliseconds of 2100-01-01: a camera with a later date has no working clock. */
const LATEST_DATE = 4_102_444_800_000;
const MAX_NAME = 255;

export const monitorPath = z.object({ monitor_id: id('Monitor id') });

const uid = about('Id of the user who starts the session, for callers without a verified identity.', {
  example: 'owner',
});

const NO_SESSION = 'session must be 1 to 64 of A-Z a-z 0-9 _ -';

const named = (description: string) =>
  z.optional(z.string(NO_SESSION).check(z.regex(SESSION_NAME, NO_SESSION))).check(about(description));

const startName = named(
  'Name of the run, chosen by the device. It becomes the session `<monitor_id>.<name>`, which accepts frames that name it at any time.',
);

const sessionName = named(
  'Name of the run that the frame belongs to, chosen by the device once per run: the session `<monitor_id>.<name>` takes it however late it comes, and whatever the monitor does.',
);

export const startQuery = z.object({ uid: z.optional(z.string().check(uid)), session: startName });

/** A uid that is not a string is ignored. */
export const startBody = members({
  uid: z.catch(z.optional(z.string().check(uid)), undefined),
  session: startName,
});

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
  { date: z.optional(date), name, dataset, tag, session: sessionName },
  'image_data is not an object',
);

/** Spec 4.3. Flaws of `image` have errors of their own. */
export const uploadBody = z.pipe(
  members({ image, image_data: z.optional(imageData) }),
  z.transform(({ image: bytes, image_data }) => toCapturedImage(bytes, image_data)),
);

/** Contract 6: with raw bytes, everything else is in the query. */
export const uploadQuery = z.object({ date: z.optional(dateText), name, dataset, tag, session: sessionName });

const MAX_TAG = 600;
const TOO_MANY = `more than ${MOST_ANNOTATIONS} tags`;

const unit = () => z.number().check(z.gte(0), z.lte(1));

/** Tolerance for fractions whose sum exceeds 1 only because they were rounded to floats. */
const ROUNDING = 1e-3;

const size = (which: string) =>
  z.nullish(unit()).check(about(`${which}, normalized 0-1. Optional only for a point.`));

const annotation = part(
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
).check(
  z.refine(({ type, x, y, w, h }) => {
    const isSized = type === 'point' || (typeof w === 'number' && typeof h === 'number');
    return isSized && x + (w ?? 0) <= 1 + ROUNDING && y + (h ?? 0) <= 1 + ROUNDING;
  }, 'tags coordinates'),
);

/** Spec 4.3. */
export const tagsBody = z.pipe(
  members({
    dataset: z.string().check(about('Dataset id, or path `dataset/<dataset_id>`.')),
    imageID: z.string().check(about('Image id, or path `image/<image_id>`.')),
    tags: listUpTo(MOST_ANNOTATIONS, TOO_MANY, z.array(annotation, 'tags is not an array')).check(
      about('The new annotations, which replace all existing ones.'),
    ),
    seen: seen(
      'The revision that you have seen. If the image has another one, nothing changes and the answer is 409.',
    ),
  }),
  z.transform(({ dataset: of, imageID, tags, seen: revision }) => ({
    // Paths are accepted as well as ids, as for tags (Contract 2).
    dataset: of.replace(/^\/?dataset\//, ''),
    imageId: imageID.replace(/^\/?image\//, ''),
    // A point may omit its size.
    tags: tags.map(({ w, h, ...rest }) => ({ ...rest, w: w ?? 0, h: h ?? 0 })),
    seen: revision,
  })),
);

/** `tag` of an annotation is an id or a path. */
export type TagUpdate = z.output<typeof tagsBody>;
