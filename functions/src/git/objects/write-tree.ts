import type { FlatEntry } from './flat-tree.ts';
import { hashObject } from './git-object.ts';
import type { ObjectStore } from './object-store.ts';
import { formatTree, MODE_TREE, type TreeEntry } from './tree.ts';
import { type NewObject, writeObjects } from './write-objects.ts';

interface Folder {
  files: TreeEntry[];
  folders: Map<string, Folder>;
}

export interface MadeTree {
  oid: string;
  /** All folders of the tree, written or not. */
  objects: NewObject[];
}

/** Writes the tree objects for these files, and returns the name of the top one. */
export async function writeTree(
  store: ObjectStore,
  files: Iterable<readonly [string, FlatEntry]>,
): Promise<string> {
  const { oid, objects } = makeTree(files);
  await writeObjects(store, objects);
  return oid;
}

/** The same without writing. */
export function makeTree(files: Iterable<readonly [string, FlatEntry]>): MadeTree {
  const top: Folder = { files: [], folders: new Map() };
  const folders = new Map<string, Folder>([['', top]]);
  for (const [path, { mode, oid }] of files) {
    const slash = path.lastIndexOf('/');
    folderAt(folders, slash < 0 ? '' : path.slice(0, slash)).files.push({
      name: path.slice(slash + 1),
      mode,
      oid,
    });
  }
  const objects: NewObject[] = [];
  return { oid: addFolder(top, objects), objects };
}

function folderAt(folders: Map<string, Folder>, path: string): Folder {
  const known = folders.get(path);
  if (known !== undefined) return known;
  const made: Folder = { files: [], folders: new Map() };
  folders.set(path, made);
  const slash = path.lastIndexOf('/');
  folderAt(folders, slash < 0 ? '' : path.slice(0, slash)).folders.set(path.slice(slash + 1), made);
  return made;
}

function addFolder(folder: Folder, objects: NewObject[]): string {
  const inner = [...folder.folders].map(([name, sub]) => ({
    name,
    mode: MODE_TREE,
    oid: addFolder(sub, objects),
  }));
  const body = formatTree([...folder.files, ...inner]);
  objects.push({ type: 'tree', body });
  return hashObject('tree', body);
}
