import { open } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

const UNSUPPORTED = new Set(['EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP']);

/** Makes renames and removals in the directory durable. Some file systems cannot, and need not: that is no error. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!UNSUPPORTED.has(errorCode(error))) throw error;
  }
}
