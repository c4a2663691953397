/** Request schemas of the routes of Spec 4.1. Their messages are part of the answers; openapi.yaml is written from them. */
import * as z from 'zod/mini';
import { CSV_FORMATS } from '../../../packages/formats/csv/csv-format.ts';
import { about, id, members, oneOf } from '../common/http/input/fields.ts';
import { isId } from '../common/ids.ts';
import { GROUP_MODES } from './split/groups.ts';
import { type Shares, trainingShare } from './split/percentages.ts';

export const datasetPath = z.object({ dataset_id: id('Dataset id') });

export const cropsPath = z.object({ dataset_id: id('Dataset id'), tag_id: id('Tag id') });

/** A percentage, sent as text. */
const share = (name: string) => {
  const flaw = `${name} must be a number from 0 to 100`;
  const number = z.number(flaw).check(z.lte(100, flaw));
  const text = z.string().check(z.regex(/^\d+(\.\d+)?$/, flaw));
  return z
    .optional(z.pipe(z.pipe(text, z.transform(Number)), number))
    .check(
      about(
        `Percentage of the images for ${name}. If both are absent, they are 10 and 10; if one is given, the other is 0.`,
        { type: 'number', minimum: 0, maximum: 100, pattern: undefined },
      ),
    );
};

export const fitTogether = z.refine<Shares>(
  (shares) => trainingShare(shares) >= 0,
  'test and validation together must be at most 100',
);

/** Spec 4.1; the remainder is for training. */
export const shares = z.object({ test: share('test'), validation: share('validation') }).check(fitTogether);

const boolean = (name: string) =>
  z.pipe(
    z.enum(['true', 'false'], `${name} must be true or false`),
    z.transform((text) => text === 'true'),
  );

/** In a query. */
export const flag = (name: string, description: string, usual = false) =>
  z
    ._default(boolean(name), usual)
    .check(about(description, { type: 'boolean', enum: undefined, default: usual }));

/** The same; undefined if it is absent. */
export const optionalFlag = (name: string, description: string) =>
  z.optional(boolean(name)).check(about(description, { type: 'boolean', enum: undefined }));

/** Of a page, in a query. */
export const limit = (most: number, description: string) => {
  const flaw = `limit must be a whole number from 1 to ${most}`;
  return z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,3}$/, flaw)),
        z.pipe(z.transform(Number), z.number().check(z.lte(most, flaw))),
      ),
      100,
    )
    .check(
      about(description, { type: 'integer', minimum: 1, maximum: most, default: 100, pattern: undefined }),
    );
};

/** The place of a page in a list by number, in a query. */
export const afterNumber = (what: string) => {
  const flaw = `after must be the number of a ${what}`;
  return z
    ._default(
      z.nullable(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, flaw)), z.transform(Number))),
      null,
    )
    .check(
      about('`next` of the page before.', {
        type: 'integer',
        minimum: 1,
        default: undefined,
        pattern: undefined,
      }),
    );
};

/** `tagmap` of a body; read-tag-map.ts parses it. */
export const tagMap = (description: string, example: Record<string, string | null>) =>
  z
    .optional(z.union([z.string(), z.record(z.string(), z.unknown())], 'tagmap must be an object or text'))
    .check(about(description, { example }));

export const groupMode = z._default(oneOf('group', GROUP_MODES), 'burst');

/** Contract 4. `tagmap` is parsed when the tags are known (tag-map.ts). */
const csvOptions = z.object({
  group: groupMode.check(
    about(
      'Images that must be in the same set: those of a burst of frames that look alike, of one session and minute, or of a session. `image`: none.',
    ),
  ),
  tagmap: z
    .optional(z.string())
    .check(
      about(
        'Renames or merges labels: `{"<tag id or name>":"<label>"}` or `name:label,name:label`. An empty label or null leaves the tag out.',
        { example: 'good:fine,rusty:bad' },
      ),
    ),
  format: z
    ._default(oneOf('format', CSV_FORMATS), 'automl')
    .check(
      about('The importer: `automl` spells the sets TRAIN, TEST and VALIDATION, `vertex` as Vertex AI does.'),
    ),
  strict: flag('strict', 'A label with fewer than 10 images is an error.'),
  save: flag('save', 'Writes the assigned sets to the records. Later exports keep them.'),
  link: flag('link', 'Adds a short-lived address of the file to the answer, for browsers.'),
});

/** Shares come first, so that an error in one of them is reported before others. */
export const csvQuery = z.intersection(shares, csvOptions);

/** A `userId` that is not a string is ignored. */
export const zipBody = members({
  images: z
    .array(z.unknown().check(z.meta({ type: 'string' })))
    .check(
      z.minLength(1),
      about('Ids or `gs://` URIs of images of this dataset. Anything else is listed in `errors.txt`.'),
    ),
  userId: z.catch(z.optional(z.string().check(about('Only written to the log.'))), undefined),
});

/** Enough for as many ids or URIs of 256 bytes as an archive can have entries. */
export const ZIP_BUDGET = { bytes: 16 * 1024 * 1024, depth: 32, members: 66_000 };

export const zipQuery = z.object({
  redirect: flag(
    'redirect',
    '`false`: if the archive must be downloaded from Storage, the answer is 200 with its URL in the body, not a redirect.',
    true,
  ),
  upright: flag(
    'upright',
    'Rotates JPEGs as their EXIF data says and removes it. Otherwise they are copied byte for byte and may appear sideways.',
  ),
});

export const cropsQuery = z.object({
  limit: z
    .optional(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'limit must be a whole number from 1')),
        z.transform(Number),
      ),
    )
    .check(
      about('Ends the list before the image whose crops would exceed it, but never before the first.', {
        type: 'integer',
        minimum: 1,
        maximum: 999_999_999,
        pattern: undefined,
      }),
    ),
  after: z
    .optional(z.string().check(z.refine(isId, 'after must be an image id')))
    .check(about('The last `imageId` of the previous page: the list continues after it.')),
});
