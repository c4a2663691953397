/** Tree objects: the entries of one folder in one commit. */
import { GitFault } from '../git-fault.ts';
import type { ObjectStore } from './object-store.ts';

/** Modes as git writes them: 0o100644 file, 0o100755 executable, 0o120000 link, 0o160000 submodule, 0o40000 folder. */
export const MODE_FILE = 0o100644;
export const MODE_EXECUTABLE = 0o100755;
export const MODE_LINK = 0o120000;
export const MODE_SUBMODULE = 0o160000;
export const MODE_TREE = 0o40000;

export interface TreeEntry {
  name: string;
  mode: number;
  oid: string;
}

export function readTree(objects: ObjectStore, oid: string): TreeEntry[] {
  const body = objects.readAs(oid, 'tree');
  const entries: TreeEntry[] = [];
  for (let at = 0; at < body.length; ) {
    const space = body.indexOf(0x20, at);
    const end = body.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > body.length)
      throw new GitFault('git_corrupt', { what: `tree ${oid}` });
    entries.push({
      mode: Number.parseInt(body.toString('latin1', at, space), 8),
      name: body.toString('utf8', space + 1, end),
      oid: body.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/** The bytes of a tree object. Folders sort as if their name ended in a slash. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const keyed = entries.map((entry) => ({
    entry,
    key: Buffer.from(entry.mode === MODE_TREE ? `${entry.name}/` : entry.name),
  }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return Buffer.concat(
    keyed.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode.toString(8)} ${entry.name}\0`),
      Buffer.from(entry.oid, 'hex'),
    ]),
  );
}
