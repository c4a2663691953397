/** Request schemas of the routes for versions (Contract 11). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { about, id, members } from '../../common/http/fields.ts';
import { isId } from '../../common/ids.ts';
import { SET_TYPES } from '../../common/model.ts';
import { GROUP_MODES } from '../split/groups.ts';
import { PRECISION } from '../split/percentages.ts';
import { CHANGES } from './diff.ts';

const number = (description: string) =>
  z.string().check(about(description, { pattern: '^([1-9][0-9]{0,8}|latest)$', example: 'latest' }));

const dataset_id = id('Dataset id');

export const versionPath = z.object({
  dataset_id,
  version: number('Number, or `latest`: the last ready one.'),
});

export const diffPath = z.object({
  dataset_id,
  version: number('The earlier version: its number, or `latest`.'),
  other: number('The later version: its number, or `latest`.'),
});

const LONGEST_NOTE = 2000;

const text = (name: string, longest: number) => {
  const flaw = `${name} must be text of at most ${longest} characters`;
  return z._default(
    z.string(flaw).check(
      z.maxLength(longest, flaw),
      z.refine((given) => given.isWellFormed(), flaw),
    ),
    '',
  );
};

const share = (name: string) => {
  const flaw = `${name} must be a number from 0 to 100`;
  return z
    .optional(z.number(flaw).check(z.gte(0, flaw), z.lte(100, flaw)))
    .check(
      about(
        `Percentage of the images for ${name}. Both absent mean 10 and 10; when one is given, the other is 0.`,
      ),
    );
};

const anId = (name: string) =>
  z.optional(z.string(`${name} must be an id`).check(z.refine(isId, `${name} must be an id`)));

/** The latest time that `Date` can represent, in Unix milliseconds. */
const LATEST = 8_640_000_000_000_000;

const time = (name: string) => {
  const flaw = `${name} must be a time in Unix milliseconds`;
  return z.optional(z.number(flaw).check(z.gte(0, flaw), z.lte(LATEST, flaw)));
};

const UNKNOWN = 'filter takes tag, set, session, monitor, labelled, from and to';

const filter = z
  ._default(
    z.strictObject(
      {
        tag: anId('tag'),
        set: z.optional(z.enum(SET_TYPES, `set must be one of ${SET_TYPES.join(', ')}`)),
        session: anId('session'),
        monitor: anId('monitor'),
        labelled: z.optional(z.boolean('labelled must be true or false')),
        from: time('from'),
        to: time('to'),
      },
      UNKNOWN,
    ),
    {},
  )
  .check(about('Only images that `GET images` lists with these filters; all images unless given.'));

const tagmap = z
  .optional(z.union([z.string(), z.record(z.string(), z.unknown())], 'tagmap must be an object or text'))
  .check(
    about(
      'Renames or merges classes, as in csv: `{"<tag id or name>": "<label>"}` or `name:label,name:label`. Null leaves the tag out.',
      { example: { good: 'fine', rusty: null } },
    ),
  );

interface Shares {
  test?: number | undefined;
  validation?: number | undefined;
}

const fitsTogether = ({ test = 0, validation = 0 }: Shares): boolean =>
  Math.round((100 - test - validation) * PRECISION) >= 0;

export const versionBody = members({
  name: text('name', 200),
  note: text('note', LONGEST_NOTE),
  test: share('test'),
  validation: share('validation'),
  group: z
    ._default(z.enum(GROUP_MODES, `group must be one of ${GROUP_MODES.join(', ')}`), 'burst')
    .check(about('What never stands on both sides of the split, as in csv.')),
  tagmap,
  save: z
    ._default(z.boolean('save must be true or false'), false)
    .check(about('Writes the assigned sets to the records, which keep them from then on.')),
  filter,
}).check(z.refine(fitsTogether, 'test and validation together must be at most 100'));

export type VersionBody = z.output<typeof versionBody>;

const MOST_LISTED = 200;
const MOST_DIFFERENT = 1000;

const limit = (most: number, usual: number, of: string) => {
  const flaw = `limit must be a whole number from 1 to ${most}`;
  return z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,3}$/, flaw)),
        z.pipe(z.transform(Number), z.number().check(z.lte(most, flaw))),
      ),
      usual,
    )
    .check(about(of, { type: 'integer', minimum: 1, maximum: most, default: usual, pattern: undefined }));
};

const NO_NUMBER = 'after must be the number of a version';

export const versionsQuery = z.object({
  limit: limit(MOST_LISTED, 100, 'Versions of a page.'),
  after: z
    ._default(
      z.nullable(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, NO_NUMBER)), z.transform(Number))),
      null,
    )
    .check(
      about('`next` of the page before.', {
        type: 'integer',
        minimum: 1,
        default: undefined,
        pattern: undefined,
      }),
    ),
});

export const diffQuery = z.object({
  change: z
    .optional(z.enum(CHANGES, `change must be one of ${CHANGES.join(', ')}`))
    .check(about('Only images with this change in the page. All changes are counted.')),
  details: z
    .pipe(
      z.optional(z.enum(['true', 'false'], 'details must be true or false')),
      z.transform((text) => text === 'true'),
    )
    .check(
      about('Adds the names and labels of the images.', { type: 'boolean', enum: undefined, default: false }),
    ),
  limit: limit(MOST_DIFFERENT, 100, 'Images of a page, of all kinds together.'),
  after: z
    ._default(z.nullable(z.string().check(z.refine(isId, 'after must be an image id'))), null)
    .check(about('`next` of the page before.', { type: 'string', default: undefined })),
});
