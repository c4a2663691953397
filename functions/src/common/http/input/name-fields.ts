/** Names and ids of records, and their schemas. */
import * as z from 'zod/mini';
import { type Described, type Settings, settingsOf } from '../../../../../packages/records/src/record.ts';
import { ID, isId } from '../../ids.ts';
import type { RouteTable } from '../route.ts';
import { about } from './fields.ts';

/** Longest name, in characters; also the rules' limit for dashboards. */
const LONGEST = 200;

/** A name that fits a page: one line, not empty. */
export const nameField = (what: string) => {
  const flaw = `${what} must be one line of 1 to ${LONGEST} characters`;
  return z
    .string(flaw)
    .check(z.trim(), z.minLength(1, flaw), z.maxLength(LONGEST, flaw), z.refine(isOneLine, flaw));
};

const isOneLine = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** What PATCH changes of a record by its description alone: each may be left out. */
export const settingsBody = <D extends Described>(record: D) =>
  Object.fromEntries(
    settingsOf(record).map(([name, meaning]) => [name, z.optional(nameField(name).check(about(meaning)))]),
  ) as Record<keyof Settings<D>, z.ZodMiniOptional<ReturnType<typeof nameField>>>;

/** An id chosen by the caller for a new record. */
export const chosenId = z.optional(
  z.string('id must be a string').check(
    z.refine(isId, 'id must be one path segment of at most 256 bytes'),
    about('Default: 20 random letters and digits. Cannot be a word that is used in paths of routes.', {
      minLength: 1,
      pattern: ID.source,
    }),
  ),
);

/** A record with such an id would look like a route if the function's name is left in the path (Contract 1). */
export const isReserved = (id: string, { prefix, routes }: RouteTable): boolean =>
  id === prefix || routes.some(({ path }) => path.split('/').includes(id));
