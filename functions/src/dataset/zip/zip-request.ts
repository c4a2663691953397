/** What a request for a ZIP takes (Spec 4.1). */
import * as z from 'zod/mini';
import { about, members } from '../../common/http/input/fields.ts';
import { flag } from '../../common/http/input/query-fields.ts';

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
