import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { isAbsent } from './error-code.ts';

/** Maximum bytes. A journal names every file in the way of a change; the others have some hundred. */
const LARGEST = 64 * 1_024 * 1_024;

/** Undefined if there is no such file, or something else in its place: a pipe would never be read to its end. */
export function readOptionalText(path: string): string | undefined {
  // The usual case, without an exception.
  if (!existsSync(path)) return undefined;
  try {
    return readRegular(openToRead(path));
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** At most so many bytes of the file. @throws the system's error */
export function readBeginning(path: string, most: number): string {
  const file = openToRead(path);
  try {
    const bytes = Buffer.alloc(most);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, most, 0));
  } finally {
    closeSync(file);
  }
}

/** Opening a pipe would otherwise wait for its writer. */
const openToRead = (path: string): number => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

function readRegular(file: number): string | undefined {
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= LARGEST ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
