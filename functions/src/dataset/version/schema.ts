/** Request schemas of the routes for versions (Contract 11). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { about, id, members, oneOf } from '../../common/http/input/fields.ts';
import { isId } from '../../common/ids.ts';
import { CHOICES } from '../../common/versions/version-ports.ts';
import { imageFilter } from '../curate/schema.ts';
import { afterNumber, fitTogether, flag, groupMode, limit, tagMap } from '../schema.ts';
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

export const versionBody = members({
  name: text('name', 200),
  note: text('note', LONGEST_NOTE),
  test: share('test'),
  validation: share('validation'),
  group: groupMode.check(about('Images that must be in the same set, as in csv.')),
  tagmap: tagMap(
    'Renames or merges classes, as in csv: `{"<tag id or name>": "<label>"}` or `name:label,name:label`. Null leaves the tag out.',
    { good: 'fine', rusty: null },
  ),
  save: z
    ._default(z.boolean('save must be true or false'), false)
    .check(about('Writes the assigned sets to the records, which keep them from then on.')),
  filter: z._default(imageFilter, {}),
  inference: z
    ._default(oneOf('inference', CHOICES), 'include')
    .check(about('Annotations of models that no person has accepted.')),
  unchecked: z
    .optional(oneOf('unchecked', CHOICES))
    .check(
      about(
        'Images without any label that nobody has checked. Unless given, they are excluded from datasets of boxes or masks, where readers would take them for images with nothing in them.',
      ),
    ),
}).check(fitTogether);

export type VersionBody = z.output<typeof versionBody>;

export const versionsQuery = z.object({
  limit: limit(200, 'Versions of a page.'),
  after: afterNumber('version'),
});

export const diffQuery = z.object({
  change: z
    .optional(oneOf('change', CHANGES))
    .check(about('Only images with this change in the page. All changes are counted.')),
  details: flag('details', 'Adds the names and labels of the images.'),
  limit: limit(1000, 'Images of a page, of all kinds together.'),
  after: z
    ._default(z.nullable(z.string().check(z.refine(isId, 'after must be an image id'))), null)
    .check(about('`next` of the page before.', { type: 'string', default: undefined })),
});
