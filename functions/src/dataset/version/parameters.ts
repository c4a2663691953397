import * as z from 'zod/mini';
import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { isClassified } from '../../../../packages/formats/src/format.ts';
import type { VersionTag } from '../../../../packages/records/src/version-counts.ts';
import { HttpError } from '../../common/errors.ts';
import { about, members, oneOf } from '../../common/http/input/fields.ts';
import type { Dataset, Tag } from '../../common/model.ts';
import type { VersionParameters } from '../../common/versions/version-ports.ts';
import { CHOICES } from '../../common/versions/version-ports.ts';
import { parseTagMap } from '../csv/tag-map.ts';
import { imageFilter } from '../curate/image-filter.ts';
import { tagMap } from '../read-tag-map.ts';
import { toPercentages } from '../split/percentages.ts';
import { fitTogether, groupMode } from '../split/split-fields.ts';

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

/**
 * The parameters that a request asks for, with the dataset's tags as they are now.
 * @throws HttpError `bad parameter` if the tag map names what is no tag
 */
export function parametersOf(body: VersionBody, { type }: Dataset, tags: readonly Tag[]): VersionParameters {
  const { TEST: test, VALIDATION: validation } = toPercentages(body);
  const { group, save, filter, inference } = body;
  // Without boxes, nothing looks like "nothing there": an image without a class stays one.
  const { unchecked = isClassified(type) ? 'include' : 'exclude' } = body;
  const tagmap = labelsOf(body.tagmap, tags);
  const shares = { test, validation, group, save };
  return { type, ...shares, tagmap, filter, inference, unchecked, tags: toVersionTags(tags) };
}

export const toVersionTags = (tags: readonly Tag[]): VersionTag[] =>
  tags.map(({ id, name, unclassified, color, key }) => ({
    ...{ id, name, unclassified, color },
    ...(key && { key }),
  }));

function labelsOf(sent: VersionBody['tagmap'], tags: readonly Tag[]): Record<string, string | null> {
  try {
    return Object.fromEntries(parseTagMap(sent, tags));
  } catch (error) {
    if (error instanceof CsvFault) throw new HttpError('bad parameter', { reason: error.message }, error);
    throw error;
  }
}
