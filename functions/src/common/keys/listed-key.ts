/** Fields of answers about keys of monitors and of datasets (Contract 9 and 17). */
import * as z from 'zod/mini';
import { about } from '../http/input/fields.ts';
import { lazy } from '../lazy.ts';

export const keyHash = z
  .string()
  .check(about('The first 12 characters of its SHA-256.', { pattern: '^[0-9a-f]{12}$' }));

export const lastUsed = lazy(() =>
  z.nullable(z.string()).check(about('Day of its last use, `YYYY-MM-DD` (UTC); null if it was never used.')),
);
