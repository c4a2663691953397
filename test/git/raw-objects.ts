/** Objects that git itself would refuse to create. */
import { git, write } from './native.ts';

export interface RawEntry {
  mode: string;
  name: string | Buffer;
  oid: string;
}

export function rawTree(folder: string, entries: readonly RawEntry[]): string {
  const bytes = entries.flatMap(({ mode, name, oid }) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(oid, 'hex'),
  ]);
  return hashRaw(folder, 'tree', Buffer.concat(bytes));
}

export function hashRaw(folder: string, type: string, bytes: Buffer | string): string {
  const gitdir = git(folder, 'rev-parse', '--absolute-git-dir').trim();
  write(gitdir, 'raw-object', bytes);
  return git(folder, 'hash-object', '-t', type, '-w', '--literally', `${gitdir}/raw-object`).trim();
}

export const rawBlob = (folder: string, text: string): string => hashRaw(folder, 'blob', text);

/** A commit of any tree. */
export function rawCommit(
  folder: string,
  tree: string,
  more: { parent?: string; who?: Buffer | string } = {},
): string {
  const who = Buffer.from(more.who ?? 'Eve <eve@example.com> 1700000000 +0000');
  const parent = more.parent === undefined ? '' : `parent ${more.parent}\n`;
  const bytes = [`tree ${tree}\n${parent}author `, who, '\ncommitter ', who, '\n\nraw\n'].map((part) =>
    Buffer.from(part),
  );
  return hashRaw(folder, 'commit', Buffer.concat(bytes));
}
