import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { isAbsent } from './error-code.ts';

/** Maximum bytes. A journal names every file in the way of a change; the others have some hundred. */
const LARGEST = 64 * 1_024 * 1_024;

/** Undefined if there is no such file, or something else in its place: a pipe would never be read to its end. */
export function readOptionalText(path: string): string | undefined {
  // The usual case, without an exception.
  if (!existsSync(path)) return undefined;
  try {
    return readRegular(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

function readRegular(file: number): string | undefined {
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= LARGEST ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
