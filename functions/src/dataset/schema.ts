/** What the routes of Spec 4.1 take. The messages are those of the answers; openapi.yaml is written from these schemas. */
import * as z from 'zod/mini';
import { about, id } from '../common/http/fields.ts';
import { isId } from '../common/ids.ts';
import { GROUP_MODES } from './groups.ts';

export const datasetPath = z.object({ dataset_id: id('Dataset id') });

export const cropsPath = z.object({ dataset_id: id('Dataset id'), tag_id: id('Tag id') });

/** A share as a query has it, in percent. */
const share = (name: string) => {
  const flaw = `${name} must be a number from 0 to 100`;
  const number = z.number(flaw).check(z.lte(100, flaw));
  const text = z.string().check(z.regex(/^\d+(\.\d+)?$/, flaw));
  return z
    .optional(z.pipe(z.pipe(text, z.transform(Number)), number))
    .check(
      about(
        `Percentage of the images for ${name}. Both absent mean 10 and 10; when one is given, the other is 0.`,
        { type: 'number', minimum: 0, maximum: 100, pattern: undefined },
      ),
    );
};

/** Spec 4.1; the rest is for training. */
export const shares = z
  .object({ test: share('test'), validation: share('validation') })
  .check(
    z.refine(
      ({ test = 0, validation = 0 }) => Math.round((100 - test - validation) * PRECISION) >= 0,
      'test and validation together must be at most 100',
    ),
  );

/** Decimals of percent that are told apart; keeps 33.3 + 66.7 at 100. */
export const PRECISION = 1e6;

const flag = (name: string, description: string) =>
  z
    ._default(
      z.pipe(
        z.enum(['true', 'false'], `${name} must be true or false`),
        z.transform((text) => text === 'true'),
      ),
      false,
    )
    .check(about(description, { type: 'boolean', enum: undefined, default: false }));

export const groupMode = z._default(
  z.enum(GROUP_MODES, `group must be one of ${GROUP_MODES.join(', ')}`),
  'burst',
);

/** Contract 4. `tagmap` can be read only when the tags are known: tag-map.ts. */
const csvOptions = z.object({
  group: groupMode.check(
    about('What never stands on both sides of the split: one session in one minute, a session, or an image.'),
  ),
  tagmap: z
    .optional(z.string())
    .check(
      about(
        'Renames or merges labels: `{"<tag id or name>":"<label>"}` or `name:label,name:label`. An empty label or null leaves the tag out.',
        { example: 'good:fine,scratched:bad' },
      ),
    ),
  strict: flag('strict', 'A label with fewer than 10 images is an error.'),
  save: flag('save', 'Writes the assigned sets to the records, which keep them from then on.'),
});

/** The shares come first, all of them. */
export const csvQuery = z.intersection(shares, csvOptions);

/** What is no id of the dataset is listed in the archive's `errors.txt`. */
export const zipBody = z.object({
  images: z
    .array(z.unknown().check(z.meta({ type: 'string' })))
    .check(z.minLength(1), about('Image ids, or `gs://` uris, of this dataset.')),
  userId: z.optional(z.unknown().check(about('Goes to the log only.', { type: 'string' }))),
});

/** Any other text counts as true. */
export const zipQuery = z.object({
  redirect: z
    .pipe(
      z.optional(z.string()),
      z.transform((text) => text !== 'false'),
    )
    .check(
      about(
        '`false`: an archive that is fetched from Storage is answered with 200 and its link in the body.',
        {
          type: 'boolean',
          default: true,
        },
      ),
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
    .check(about('Id of the image to go on behind: the last `imageId` of the page before.')),
});
