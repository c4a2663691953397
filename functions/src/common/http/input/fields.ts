/** Fields that requests of several functions share. */
import * as z from 'zod/mini';
import { unknownHint } from '../../../../../packages/git/src/validate/nearest.ts';
import { ID, isId } from '../../ids.ts';

/** An id in a path. The operation checks it by the same rule, and treats a bad one as an id that is not found. */
export const id = (what: string) =>
  z.string().check(
    z.refine(isId),
    z.meta({
      description: `${what}: at most 256 bytes, one path segment.`,
      minLength: 1,
      pattern: ID.source,
    }),
  );

const REVISION = 'seen must be a revision: a whole number, 0 or more';

/** The revision of an image that the caller looked at (Contract 9: PATCH images). */
export const seen = (description: string) =>
  z.optional(z.int(REVISION).check(z.gte(0, REVISION))).check(about(description));

/** The same in a query, whose values are text. */
export const seenInQuery = (description: string) =>
  z
    .optional(
      z.pipe(
        z.pipe(z.string().check(z.regex(/^\d{1,15}$/, REVISION)), z.transform(Number)),
        z.int(REVISION).check(z.gte(0, REVISION)),
      ),
    )
    .check(about(description));

/** What the schema cannot express, for openapi.yaml only. */
export const about = (description: string, more: Record<string, unknown> = {}) =>
  z.meta({ description, ...more });

/** What names another record: an id or a path. Characters. */
const LONGEST_REFERENCE = 600;

/** An id or a path of a record in a body or a query, which is looked up. */
export const reference = (flaw: string) => z.string(flaw).check(z.maxLength(LONGEST_REFERENCE, flaw));

/** The address of a server that a person chooses. What it may be, `requireHookUrl` says. */
export const addressField = (flaw: string) =>
  z.string(flaw).check(z.minLength(1, flaw), z.maxLength(2_000, flaw));

/** A list. One that is too long is refused before its entries are checked. */
export const listUpTo = <T extends z.core.$ZodType>(most: number, flaw: string, list: z.ZodMiniArray<T>) =>
  z.pipe(
    z.transform((given: unknown, context) => {
      if (Array.isArray(given) && given.length > most)
        context.issues.push({ code: 'custom', message: flaw, input: null });
      return given;
    }),
    list.check(z.maxLength(most, flaw)),
  );

/** One of these words. */
export const oneOf = <const T extends readonly string[]>(name: string, words: T) =>
  z.enum(words, `${name} must be one of ${words.join(', ')}`);

/** One value or a list of them, also as a parameter that is repeated in a query. */
export const oneOrMore = <T extends z.core.$ZodType>(most: number, flaw: string, value: T) =>
  z.optional(z.union([value, z.array(value).check(z.maxLength(most))], flaw));

/** True for an object that is not a list. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A JSON body with these members. A body that is not an object counts as one without members, so that the error names what
 * is missing.
 */
export const members = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(
    knownMembers(shape, (value) => (isFields(value) ? value : {})),
    z.strictObject(shape),
  );

/** An object within a body. */
export const part = <S extends z.core.$ZodLooseShape>(shape: S, flaw?: string) =>
  z.pipe(knownMembers(shape), z.strictObject(shape, flaw));

/** A field that is not read is the caller's mistake, probably in its name, so it is reported before other flaws. */
const knownMembers = (shape: object, toValue = (value: unknown) => value) =>
  z.transform((given: unknown, context) => {
    const value = toValue(given);
    const known = Object.keys(shape);
    const unknown = isFields(value) ? Object.keys(value).find((name) => !known.includes(name)) : undefined;
    if (unknown === undefined) return value;
    const message = unknownHint(unknown, known, 'the fields are');
    context.issues.push({ code: 'custom', message, input: null, params: { unknown } });
    return z.NEVER;
  });
