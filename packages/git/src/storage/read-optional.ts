import { existsSync, readFileSync } from 'node:fs';
import { isAbsent } from './error-code.ts';

export function readOptionalText(path: string): string | undefined {
  // The usual case, without an exception.
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
