/** One file's change for people: hunks, counts, and for a flow file what happened to its nodes. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { compareFlows, type FlowDiff } from '../flows/compare-flows.ts';
import { isFlowFile, LARGEST_FLOW } from '../flows/flow.ts';
import { isGitFault } from '../git-fault.ts';
import { readSmallText } from '../process/cat-file.ts';
import type { Repository } from '../repository.ts';
import { placeInWorktree } from '../validate/require-path.ts';
import { type Hunk, type PatchedFile, parsePatch } from './parse-patch.ts';
import type { TreeEntry } from './parse-raw.ts';

export interface FileDiff {
  path: string;
  oldPath?: string;
  status: 'A' | 'M' | 'T' | 'D' | 'R';
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  insertions: number;
  deletions: number;
  hunks: Hunk[];
  flows?: FlowDiff;
}

/** Options of a diff for `describePatch`: they override any configuration. */
export const PATCH_FORM = [
  '--patch-with-raw',
  '-z',
  '--full-index',
  '--no-abbrev',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-relative',
  '--find-renames',
  '--submodule=short',
  '--unified=3',
  '--inter-hunk-context=0',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** Maximum bytes of a diff: as JSON it may be twice as large, and the platform sends at most 32 MB. */
export const LARGEST_PATCH = 16 * 1_024 * 1_024;

/** @throws GitFault `git_too_large` */
export async function describePatch(repository: Repository, stdout: Buffer): Promise<FileDiff[]> {
  const files: FileDiff[] = [];
  // One after the other: together, the contents of many files need much memory.
  for (const file of parsePatch(stdout)) files.push(await describe(repository, file));
  return files;
}

async function describe(repository: Repository, file: PatchedFile): Promise<FileDiff> {
  const { path, oldPath, letter, before, after, binary, hunks } = file;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const flows = await describeFlows(repository, file);
  return {
    status: letter as FileDiff['status'],
    path,
    ...(oldPath !== undefined && { oldPath }),
    oldMode: before?.mode ?? null,
    newMode: after?.mode ?? null,
    binary,
    hunks,
    insertions: count('+'),
    deletions: count('-'),
    ...(flows !== undefined && { flows }),
  };
}

async function describeFlows(repository: Repository, file: PatchedFile): Promise<FlowDiff | undefined> {
  const { before, after, path, oldPath = path } = file;
  if (file.binary || !isFlowFile(path) || !isFile(before) || !isFile(after)) return undefined;
  try {
    const sides = [readSide(repository, oldPath, before), readSide(repository, path, after)] as const;
    const [old, now] = await Promise.all(sides);
    return old === null || now === null ? undefined : compareFlows(old, now);
  } catch (error) {
    // Gone meanwhile: the hunks are shown all the same.
    if (isGitFault(error)) return undefined;
    throw error;
  }
}

const isFile = (entry: TreeEntry | null): boolean => entry === null || entry.mode.startsWith('100');

/** Null if it is larger than a flow file. */
async function readSide(
  repository: Repository,
  path: string,
  entry: TreeEntry | null,
): Promise<string | null> {
  if (entry === null) return '';
  if (/^0+$/.test(entry.oid)) return readWorkFile(repository, path);
  return readSmallText(repository, entry.oid, LARGEST_FLOW);
}

/**
 * A regular file without a link on the way to it; otherwise the empty text. Synchronous: four waits for a small file take
 * longer than reading it.
 */
function readWorkFile(repository: Repository, path: string): string | null {
  const file = openPlain(placeInWorktree(repository.dir, path));
  if (file === undefined) return '';
  try {
    const found = fstatSync(file);
    if (found.size > LARGEST_FLOW) return null;
    return found.isFile() ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  } finally {
    closeSync(file);
  }
}

function openPlain(place: string): number | undefined {
  try {
    return openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}
