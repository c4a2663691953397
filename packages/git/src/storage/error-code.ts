/** The operating system's code of an error (`ENOENT`), or '' if it has none. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** An impossible file name does not exist either. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export const isAbsent = (error: unknown): boolean => ABSENT.has(errorCode(error));
