import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const PLAIN = [
  'index.lock',
  'HEAD.lock',
  'ORIG_HEAD.lock',
  'config.lock',
  'packed-refs.lock',
  'shallow.lock',
];

/** Lock files of git in a git directory, as absolute paths. */
export function findLocks(gitdir: string): string[] {
  const plain = namesIn(gitdir).filter((name) => PLAIN.includes(name));
  const refs = namesIn(join(gitdir, 'refs'), true).filter((name) => name.endsWith('.lock'));
  return [...plain.map((name) => join(gitdir, name)), ...refs.map((name) => join(gitdir, 'refs', name))];
}

function namesIn(folder: string, recursive = false): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}
