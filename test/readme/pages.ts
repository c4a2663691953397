/** The pages whose commands are run: what a user follows by hand. */
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Each by itself works from its first line to its last, on a stack that the ones before it have used. */
export const PAGES = [
  ...['README.md', 'docs/datasets.md', 'docs/git-control.md', 'docs/local-stack.md'],
  'client/README.md',
] as const;

/** Every page of the project, for links and names. */
export async function allPages(): Promise<string[]> {
  const [top, docs] = await Promise.all([readdir(ROOT), readdir(join(ROOT, 'docs'))]);
  return [
    ...top,
    ...docs.map((name) => `docs/${name}`),
    'client/README.md',
    'editor-plugin/README.md',
    'test/bench/README.md',
  ]
    .filter((name) => name.endsWith('.md'))
    .sort();
}

export const readPage = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');
