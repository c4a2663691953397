/** One file's change for a reader: hunks, counts, and for a flow file what happened to its nodes. */

import type { FlatEntry } from '../objects/flat-tree.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import { compareFlows, type FlowDiff } from './compare-flows.ts';
import type { FileChange } from './compare-trees.ts';
import { diffTexts, type Hunk } from './make-hunks.ts';

export interface FileDiff {
  path: string;
  oldPath?: string;
  status: FileChange['status'];
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
  flows?: FlowDiff;
}

/** Above this a file is shown as binary: its hunks would help nobody. */
const LARGEST = 20 * 1_024 * 1_024;
/** git's own rule: a NUL among the first bytes. */
const isBinary = (content: Buffer): boolean =>
  content.length > LARGEST || content.subarray(0, 8_000).includes(0);
const formatMode = (entry: FlatEntry | undefined): string | null =>
  entry?.mode.toString(8).padStart(6, '0') ?? null;

/** @param read content by blob hash; for a submodule the text that git shows is made from the hash itself. */
export function compareFile(change: FileChange, read: (oid: string) => Buffer): FileDiff {
  const before = contentOf(change.before, read);
  const after = contentOf(change.after, read);
  const head = {
    path: change.path,
    ...(change.oldPath === undefined ? {} : { oldPath: change.oldPath }),
    status: change.status,
    oldMode: formatMode(change.before),
    newMode: formatMode(change.after),
  };
  if (isBinary(before) || isBinary(after))
    return { ...head, binary: !before.equals(after), insertions: 0, deletions: 0, hunks: [] };
  const texts = [before.toString('utf8'), after.toString('utf8')] as const;
  const flows = change.path.endsWith('.json') ? compareFlows(...texts) : undefined;
  return { ...head, binary: false, ...diffTexts(...texts), ...(flows === undefined ? {} : { flows }) };
}

function contentOf(entry: FlatEntry | undefined, read: (oid: string) => Buffer): Buffer {
  if (entry === undefined) return Buffer.alloc(0);
  return entry.mode === MODE_SUBMODULE ? Buffer.from(`Subproject commit ${entry.oid}\n`) : read(entry.oid);
}
