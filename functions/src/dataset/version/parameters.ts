import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { isClassified } from '../../../../packages/formats/src/format.ts';
import type { VersionTag } from '../../../../packages/records/src/version-counts.ts';
import { HttpError } from '../../common/errors.ts';
import type { Dataset, Tag } from '../../common/model.ts';
import type { VersionParameters } from '../../common/versions/version-ports.ts';
import { parseTagMap } from '../csv/tag-map.ts';
import { toPercentages } from '../split/percentages.ts';
import type { VersionBody } from './schema.ts';

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
