/** What a request for a run as a file takes (Contract 14). */
import * as z from 'zod/mini';
import { RUN_FORMATS } from '../../../../../packages/formats/predictions.ts';
import { about, oneOf } from '../../../common/http/input/fields.ts';
import { flag } from '../../../common/http/input/query-fields.ts';
import { versionNumber } from '../../version/show-version.ts';

export const runExportQuery = z.object({
  format: oneOf('format', RUN_FORMATS).check(
    about(
      "`coco`: a list of results; `yolo`: an archive of texts with scores; `ndjson`: the run's own lines.",
    ),
  ),
  version: z
    .optional(versionNumber())
    .check(
      about(
        'Of `coco` and `yolo`: number of the version in whose exports images and classes have these numbers and names; the last ready one if it is absent.',
      ),
    ),
  redirect: flag(
    'redirect',
    '`false`: a file that is fetched from Storage is answered with 200 and its link in the body.',
    true,
  ),
});
