/** The query of a list of records in pages (Contract 9). */
import * as z from 'zod/mini';
import { ID, isId } from '../../ids.ts';
import { about } from './fields.ts';

/** Most records of a page, and those of one without a limit: more than almost anybody has. */
const MOST = 1_000;

const NO_LIMIT = `limit must be a whole number from 1 to ${MOST}`;

export const listLimit = z
  ._default(
    z.pipe(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, NO_LIMIT)),
      z.pipe(z.transform(Number), z.number().check(z.lte(MOST, NO_LIMIT))),
    ),
    MOST,
  )
  .check(
    about('Records of a page, at most; 1,000 unless given.', {
      type: 'integer',
      ...{ minimum: 1, maximum: MOST, default: MOST, pattern: undefined },
    }),
  );

export const listAfter = z
  ._default(z.nullable(z.string().check(z.refine(isId, 'after must be `next` of a page'))), null)
  .check(about('`next` of the previous page.', { type: 'string', pattern: ID.source, default: undefined }));

/** For the answers. */
export const next = z
  .nullable(z.string())
  .check(about('Value of `after` for the next page; null if there is none.'));
