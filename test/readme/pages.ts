/** The pages of the project. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Requirements: they describe plans too, and have no commands for a reader. */
const REQUIREMENTS = ['docs/specification.md', 'docs/contract.md', 'docs/platform-facts.md'];

/** Folders with pages, besides the top one. */
const FOLDERS = [
  'docs',
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
 * automatically. Each page works from its first to its last line, on a stack that earlier pages have used.
 */
export async function allPages(): Promise<string[]> {
  const top = (await readdir(ROOT)).toSorted();
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`)),
  );
  const pages = [...top, ...inFolders.flatMap((names) => names.toSorted())].filter(
    (name) => name.endsWith('.md') && !REQUIREMENTS.includes(name) && name !== 'README.md',
  );
  return ['README.md', ...pages];
}

export const readPage = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');
