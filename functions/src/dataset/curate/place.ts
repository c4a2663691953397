/** `next` of a page: date and id of the last image, opaque to the caller and validated when it is sent back. */
import * as z from 'zod/mini';
import { isId } from '../../common/ids.ts';
import type { PagePlace } from '../../common/ports.ts';

/** Seconds and nanoseconds of a timestamp: all that Firestore has, from year 1 to 9999. */
const timestamp = z.tuple([
  z.int().check(z.gte(-62_135_596_800), z.lte(253_402_300_799)),
  z.int().check(z.gte(0), z.lt(1e9)),
]);
/** A dashboard may have written a date as a timestamp. */
const date = z.union([z.number(), timestamp]);
const place = z.tuple([date, z.string().check(z.refine(isId))]);

export const placeText = ({ date: moment, id }: PagePlace): string =>
  Buffer.from(JSON.stringify([moment, id])).toString('base64url');

/** Null if the text was not made by `placeText`. */
export function readPlace(text: string): PagePlace | null {
  try {
    const read = z.safeParse(place, JSON.parse(Buffer.from(text, 'base64url').toString()));
    return read.success ? { date: read.data[0], id: read.data[1] } : null;
  } catch {
    return null;
  }
}
