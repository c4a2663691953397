/** The operating system's code of a failed call (`ENOENT`), or '' for anything else. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** What no file can be named is not there either. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

export const isAbsent = (error: unknown): boolean => ABSENT.has(errorCode(error));
