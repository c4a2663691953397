/** Request schemas of the routes for imports (Contract 11). Their messages are part of the answers. */
import * as z from 'zod/mini';
import { IMPORT_FORMATS } from '../../../../packages/formats/formats.ts';
import { about, id, members, oneOf } from '../../common/http/input/fields.ts';
import { tagMap } from '../schema.ts';

/** Maximum size of an archive, in bytes. */
export const MOST_BYTES = 50 * 1024 ** 3;
const LONGEST_NAME = 200;

export const importPath = z.object({ dataset_id: id('Dataset id'), import_id: id('Import id') });

const NO_NAME = `name must be text of 1 to ${LONGEST_NAME} characters`;
const NO_SIZE = `size must be the archive's size in bytes: a whole number from 22 to ${MOST_BYTES}`;

export const importBody = members({
  name: z
    .string(NO_NAME)
    .check(
      z.minLength(1, NO_NAME),
      z.maxLength(LONGEST_NAME, NO_NAME),
      z.refine((given) => given.isWellFormed(), NO_NAME),
    )
    .check(about('File name of the archive.')),
  size: z.int(NO_SIZE).check(z.gte(22, NO_SIZE), z.lte(MOST_BYTES, NO_SIZE)).check(about('Bytes.')),
});

const format = z
  .optional(oneOf('format', IMPORT_FORMATS))
  .check(
    about(
      "The archive's format; recognized by its content unless given. An archive with labels that are not understood is only imported in a format that is given.",
    ),
  );

const tagmap = tagMap(
  'Tags for labels of the archive: `{"<label>": "<tag id or name>"}` or `label:tag,label:tag`. Null leaves the label out. A tag that does not exist is created.',
  { fine: 'good', unknown: null },
);

export const checkBody = members({ format, tagmap });

export type ImportOptions = z.output<typeof checkBody>;
