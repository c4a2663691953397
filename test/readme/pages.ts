/** The pages of the project. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Requirements: they describe plans too, and have no commands for a reader. */
const REQUIREMENTS = ['docs/specification.md', 'docs/contract.md', 'docs/internals/platform-facts.md'];

/** The parts of docs/. */
const PARTS = ['docs', 'docs/start', 'docs/label', 'docs/train', 'docs/operate', 'docs/internals'];

/** Other folders with pages, besides the top one. */
const FOLDERS = [
  'client',
  'editor-plugin',
  'flow-nodes',
  'packages/git',
  'packages/evaluate',
  'packages/look',
  'python',
  'test/bench',
];

/**
 * Every page whose commands, links and names are checked, the README first; a page added to one of the folders is found
 * automatically. Each page works from its first to its last line, on a stack that earlier pages have used: those of docs/ are
 * in the order of their names, whichever part they are in.
 */
export async function allPages(): Promise<string[]> {
  const top = (await readdir(ROOT)).toSorted();
  const docs = (await filesIn(PARTS)).toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
  const pages = [...top, ...docs, ...(await filesIn(FOLDERS))].filter(
    (name) => name.endsWith('.md') && !REQUIREMENTS.includes(name) && name !== 'README.md',
  );
  return ['README.md', ...pages];
}

/** Sorted in each folder. */
async function filesIn(folders: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(join(ROOT, folder))).toSorted()),
  );
  return folders.flatMap((folder, at) => (names[at] as string[]).map((name) => `${folder}/${name}`));
}

export const readPage = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');
