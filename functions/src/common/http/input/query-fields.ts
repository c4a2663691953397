/** Fields that queries of several routes share. Their values are text. */
import * as z from 'zod/mini';
import { about } from './fields.ts';

const boolean = (name: string) =>
  z.pipe(
    z.enum(['true', 'false'], `${name} must be true or false`),
    z.transform((text) => text === 'true'),
  );

/** In a query. */
export const flag = (name: string, description: string, usual = false) =>
  z
    ._default(boolean(name), usual)
    .check(about(description, { type: 'boolean', enum: undefined, default: usual }));

/** The same; undefined if it is absent. */
export const optionalFlag = (name: string, description: string) =>
  z.optional(boolean(name)).check(about(description, { type: 'boolean', enum: undefined }));

/** Of a page, in a query. */
export const limit = (most: number, description: string) => {
  const flaw = `limit must be a whole number from 1 to ${most}`;
  return z
    ._default(
      z.pipe(
        z.string().check(z.regex(/^[1-9]\d{0,3}$/, flaw)),
        z.pipe(z.transform(Number), z.number().check(z.lte(most, flaw))),
      ),
      100,
    )
    .check(
      about(description, { type: 'integer', minimum: 1, maximum: most, default: 100, pattern: undefined }),
    );
};

/** The place of a page in a list by number, in a query. */
export const afterNumber = (what: string) => {
  const flaw = `after must be the number of a ${what}`;
  return z
    ._default(
      z.nullable(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, flaw)), z.transform(Number))),
      null,
    )
    .check(
      about('`next` of the page before.', {
        type: 'integer',
        minimum: 1,
        default: undefined,
        pattern: undefined,
      }),
    );
};
