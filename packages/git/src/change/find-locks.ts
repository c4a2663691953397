import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PLAIN = [
  'index.lock',
  'HEAD.lock',
  'ORIG_HEAD.lock',
  'config.lock',
  'packed-refs.lock',
  'shallow.lock',
];
/** Ours, held during a call of a remote. */
const TRANSPORT = join('sightline', 'transport.lock');

/** Lock files of git, and our own beside them, in a git directory, as absolute paths. */
export function findLocks(gitdir: string): string[] {
  const plain = namesIn(gitdir).filter((name) => PLAIN.includes(name));
  const refs = namesIn(join(gitdir, 'refs'), true).filter((name) => name.endsWith('.lock'));
  const own = existsSync(join(gitdir, TRANSPORT)) ? [TRANSPORT] : [];
  return [...plain, ...refs.map((name) => join('refs', name)), ...own].map((name) => join(gitdir, name));
}

function namesIn(folder: string, recursive = false): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}
