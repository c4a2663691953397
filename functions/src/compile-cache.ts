/**
 * Node's compile cache beside the built files: a process that starts takes their code from it instead of compiling it. It
 * is filled where they are built (fill-compile-cache.ts). One of another version of Node, of other files or none at all
 * changes nothing.
 */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

export const COMPILE_CACHE = join(import.meta.dirname, 'compile-cache');

/** For what is loaded from now on. */
export function useCompileCache(): void {
  if (existsSync(COMPILE_CACHE)) enableCompileCache({ directory: COMPILE_CACHE, portable: true });
}
