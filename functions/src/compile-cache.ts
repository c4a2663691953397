/**
 * Node's compile cache, stored beside the built files: a starting process takes its compiled code from there. It is filled
 * where the files are built (fill-compile-cache.ts). A cache of another Node version or of other files is ignored.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

export const COMPILE_CACHE = join(import.meta.dirname, 'compile-cache');

/** For modules that are loaded from now on. */
export function useCompileCache(): void {
  if (existsSync(COMPILE_CACHE)) enableCompileCache({ directory: COMPILE_CACHE, portable: true });
}
