/** `next` of a page: date and id of the last image, opaque to the caller and validated when it is sent back. */
import * as z from 'zod/mini';
import { isId } from '../../common/ids.ts';
import type { PagePlace } from '../../common/ports.ts';

/** Seconds and nanoseconds, for dates that a dashboard has written as a timestamp. */
const whole = z.int();
const date = z.union([z.number(), z.tuple([whole, whole.check(z.gte(0), z.lt(1e9))])]);
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
