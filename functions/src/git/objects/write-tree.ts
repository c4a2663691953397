import type { FlatEntry } from './flat-tree.ts';
import { hashObject } from './git-object.ts';
import type { ObjectStore } from './object-store.ts';
import { formatTree, MODE_TREE, type TreeEntry } from './tree.ts';
import { type NewObject, writeObjects } from './write-objects.ts';

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

/** The same without writing. Step by step and not folder in folder: there may be thousands in each other. */
export function makeTree(files: Iterable<readonly [string, FlatEntry]>): MadeTree {
  const folders = new Map<string, TreeEntry[]>([['', []]]);
  for (const [path, { mode, oid }] of files)
    entriesOf(folders, folderOf(path)).push({ name: nameOf(path), mode, oid });
  const objects: NewObject[] = [];
  let oid = '';
  // What is inside has the longer path, and comes first.
  for (const path of [...folders.keys()].sort((a, b) => b.length - a.length)) {
    const body = formatTree(folders.get(path) ?? []);
    oid = hashObject('tree', body);
    objects.push({ type: 'tree', body });
    if (path !== '') folders.get(folderOf(path))?.push({ name: nameOf(path), mode: MODE_TREE, oid });
  }
  return { oid, objects };
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Of the folder, which is made with all that it stands in. */
function entriesOf(folders: Map<string, TreeEntry[]>, folder: string): TreeEntry[] {
  const known = folders.get(folder);
  if (known !== undefined) return known;
  const made: TreeEntry[] = [];
  for (let path = folder; !folders.has(path); path = folderOf(path))
    folders.set(path, path === folder ? made : []);
  return made;
}
