import { lstatSync, type Stats } from 'node:fs';
import { isAbsent } from './error-code.ts';

/** lstat of the path; undefined if it does not exist. */
export function lstatOptional(path: string): Stats | undefined {
  try {
    // An exception for each missing file would take longer than the rest.
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
