import * as z from 'zod/mini';
import { CSV_FORMATS } from '../../../../packages/formats/csv/csv-format.ts';
import { about, oneOf } from '../../common/http/input/fields.ts';
import { flag } from '../../common/http/input/query-fields.ts';
import { type Percentages, toPercentages } from '../split/percentages.ts';
import { groupMode, shares } from '../split/split-fields.ts';

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

type CsvQuery = z.output<typeof csvQuery>;

/** What a caller wants in a training file (Spec 4.1, Contract 4). */
export type CsvRequest = Omit<CsvQuery, 'test' | 'validation'> & { percentages: Percentages };

export const toCsvRequest = ({ test, validation, ...rest }: CsvQuery): CsvRequest => ({
  ...rest,
  percentages: toPercentages({ test, validation }),
});
