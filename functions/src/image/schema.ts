/** What the routes of Spec 4.2 take; openapi.yaml is written from these schemas. */
import * as z from 'zod/mini';
import { about } from '../common/http/fields.ts';
import { decodeObjectName, EncodedUriFault } from './encoded-uri.ts';

/** The object's name; the message of its flaw is the fault's reason. */
export const encodedUri = z
  .pipe(
    z.string(),
    z.transform((encoded, context): string => {
      try {
        return decodeObjectName(encoded);
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
