import { readFileSync } from 'node:fs';
import { isAbsent } from './error-code.ts';

/** The file's bytes, or undefined where there is no file. Other failures are thrown as they are. */
export function readOptional(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

export const readOptionalText = (path: string): string | undefined => readOptional(path)?.toString('utf8');
