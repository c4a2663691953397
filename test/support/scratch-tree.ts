/** A copy of the project that a test may change, with the packages of the real one. */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
/** What is built, kept or installed. */
const LEFT = /\/(node_modules|lib|\.dev|\.git|\.hosting|\.sightline|test-artifacts)$/;

export interface ScratchTree {
  folder: string;
  /** Replaces a file. @param change of its text, which is empty for a new one */
  edit(path: string, change: (before: string) => string): Promise<void>;
  remove(): Promise<void>;
}

export async function copyTree(): Promise<ScratchTree> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-tree-'));
  await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT.test(path) });
  for (const name of ['node_modules', 'functions/node_modules'])
    await symlink(join(ROOT, name), join(folder, name));
  return {
    folder,
    edit: async (path, change) => {
      const file = join(folder, path);
      await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
