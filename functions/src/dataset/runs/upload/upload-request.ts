/** What requests about a run's file take (Contract 14). */
import * as z from 'zod/mini';
import { UPLOAD_FORMATS } from '../../../../../packages/formats/predictions.ts';
import { about, members, oneOf } from '../../../common/http/input/fields.ts';
import { tagMap } from '../../read-tag-map.ts';
import { numberOrLatest } from '../../version/show-version.ts';

const NO_SCORE = 'score must be a number from 0 to 1';

export const uploadBody = members({
  format: z
    .optional(oneOf('format', UPLOAD_FORMATS))
    .check(about('The format of the file; recognized by its content unless given.')),
  tagmap: tagMap(
    'Tags for classes of the file: `{"<class>": "<tag id or name>"}` or `class:tag,class:tag`. Null leaves the class out.',
    { scratch: 'scratched', person: null },
  ),
  version: z
    .optional(numberOrLatest)
    .check(
      about(
        'Number of the version by whose exports the file names images and numbers classes; by default that of `trainedOn`, else the last ready one. Not used by `ndjson`, which has ids.',
      ),
    ),
  score: z
    .optional(z.number(NO_SCORE).check(z.gte(0, NO_SCORE), z.lte(1, NO_SCORE)))
    .check(about('Score of predictions that have none; without it, such a file is refused.')),
});
