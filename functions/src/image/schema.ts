/** Request schemas of the routes of Spec 4.2; openapi.yaml is written from them. */
import * as z from 'zod/mini';
import type { Budget } from '../common/http/input/budget.ts';
import { about, seenInQuery } from '../common/http/input/fields.ts';
import { EncodedUriFault, readEncodedUri } from './encoded-uri.ts';

/** The message of a flaw becomes the reason of the error. */
const encodedUri = z
  .pipe(
    z.string(),
    z.transform((encoded, context) => {
      try {
        return readEncodedUri(encoded);
      } catch (error) {
        if (!(error instanceof EncodedUriFault)) throw error;
        context.issues.push({ code: 'custom', message: error.message, input: encoded });
        return z.NEVER;
      }
    }),
  )
  .check(
    about("The object's name in the bucket, with every `/` as `--`; at most 1,024 bytes.", {
      minLength: 1,
      example: 'dataset--bolts--bolts-0001.jpg',
    }),
  );

export const imagePath = z.object({ encoded_uri: encodedUri });

const MASK_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const maskQuery = z.object({
  tag: z
    .string('tag is required')
    .check(
      z.maxLength(600, 'tag must be a tag id'),
      about('Tag id, or path `dataset/<dataset_id>/tag/<tag_id>`.'),
    ),
  mask: z
    .optional(z.string().check(z.regex(MASK_ID, 'mask must be 1 to 64 of A-Z a-z 0-9 _ -')))
    .check(
      about(
        'Id of one of the masks of the image, or a new id of your choice for another one of the tag. Without it: the only mask of the tag.',
      ),
    ),
  seen: seenInQuery(
    'The revision of the image that you have seen. If it has another one, nothing changes and the answer is 409.',
  ),
});

/** The same as for an original (Contract 6); masks are much smaller. */
export const MASK_BUDGET: Budget = { bytes: 20 * 1024 ** 2, depth: 1, members: 1 };
