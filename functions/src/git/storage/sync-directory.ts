import { closeSync, fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { errorCode } from './error-code.ts';

const syncFile = promisify(fsync);

const UNSUPPORTED = new Set(['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP']);

/** Makes renames and removals in the directory durable. Some file systems cannot, and need not: that is no error. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const folder = openSync(path, 'r');
    try {
      await syncFile(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    if (!UNSUPPORTED.has(errorCode(error))) throw error;
  }
}
