import { type BigIntStats, lstatSync } from 'node:fs';
import { isAbsent } from './error-code.ts';

/** undefined where nothing stands, also because a parent is a file. */
export function lstatOptional(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
