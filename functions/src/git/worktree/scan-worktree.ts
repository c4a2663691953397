/** The working tree held against the index: what changed, what is gone, what is not tracked. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GitIndex } from '../index/git-index.ts';
import type { IndexEntry } from '../index/index-entry.ts';
import { entryStat, isRacy, isSameStat } from '../index/match-stat.ts';
import { readIndex } from '../index/read-index.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import { readHead } from '../refs/head.ts';
import { openRepository, type Repository } from '../repository.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { AttributeReader } from './attributes.ts';
import { compareHead } from './compare-head.ts';
import { listUntracked } from './list-untracked.ts';
import { hashWorkFile, statWorkFile, type WorkFile } from './work-file.ts';

export interface WorktreeState {
  /** Path to `M` (content or mode), `T` (file became link or so) or `D`. */
  changed: Map<string, 'M' | 'T' | 'D'>;
  untracked: string[];
  /** Entries whose content is the staged one although their stat differs. */
  refreshed: Map<string, IndexEntry>;
}

/** Entries between two pauses, so that an editor that runs in this process stays responsive. */
const SLICE = 1_000;

interface Scan {
  repository: Repository;
  index: GitIndex;
  attributes: AttributeReader;
  trustCtime: boolean;
  folders: RealFolders;
}

export async function scanWorktree(repository: Repository, index: GitIndex): Promise<WorktreeState> {
  const state = await compareTracked(repository, index);
  listUntracked(repository, index, state.untracked);
  return state;
}

/** The same without looking for untracked files. */
export async function compareTracked(repository: Repository, index: GitIndex): Promise<WorktreeState> {
  const state: WorktreeState = { changed: new Map(), untracked: [], refreshed: new Map() };
  const attributes = new AttributeReader(repository);
  const trustCtime = repository.config.flag('core.trustctime', true);
  const scan = { repository, index, attributes, trustCtime, folders: new RealFolders(repository.dir) };
  let done = 0;
  for (const entry of index.entries) {
    if (entry.stage === 0 && !entry.assumeValid && !entry.skipWorktree)
      await compareEntry(scan, entry, state);
    if (++done % SLICE === 0) await nextTurn();
  }
  return state;
}

function compareEntry(scan: Scan, entry: IndexEntry, state: WorktreeState): undefined | Promise<void> {
  const file = scan.folders.areReal(entry.path)
    ? statWorkFile(scan.repository, entry.path, entry)
    : undefined;
  if (entry.mode === MODE_SUBMODULE && file?.mode === MODE_SUBMODULE)
    return compareSubmodule(scan, entry, state);
  const verdict = judge(scan, entry, file);
  if (verdict === 'refreshed' && file !== undefined)
    state.refreshed.set(entry.path, { ...entry, stat: entryStat(file.stat) });
  else if (verdict !== 'refreshed' && verdict !== 'same') state.changed.set(entry.path, verdict);
  return undefined;
}

function judge(
  scan: Scan,
  entry: IndexEntry,
  file: WorkFile | undefined,
): 'same' | 'refreshed' | 'M' | 'T' | 'D' {
  if (file === undefined) return 'D';
  if (file.mode >> 12 !== entry.mode >> 12) return 'T';
  if (file.mode !== entry.mode || entry.intentToAdd) return 'M';
  if (isSameStat(entry.stat, entryStat(file.stat), scan.trustCtime) && !isRacy(entry, scan.index))
    return 'same';
  return hashWorkFile(scan.repository, scan.attributes, entry.path, file, entry) === entry.oid
    ? 'refreshed'
    : 'M';
}

/** A submodule is changed when it stands on another commit or when something inside of it is changed or untracked. */
async function compareSubmodule(scan: Scan, entry: IndexEntry, state: WorktreeState): Promise<void> {
  const path = join(scan.repository.dir, entry.path);
  if (lstatOptional(join(path, '.git')) === undefined) return;
  const inner = openRepository(path);
  if (readHead(inner).commit !== entry.oid || (await hasChanges(inner))) state.changed.set(entry.path, 'M');
}

async function hasChanges(repository: Repository): Promise<boolean> {
  const index = readIndex(repository);
  const state = await scanWorktree(repository, index);
  return state.changed.size + state.untracked.length > 0 || compareHead(repository, index).size > 0;
}

/** Knows which folders are folders and no symbolic links: what stands behind a link is not in the working tree. */
class RealFolders {
  readonly #dir: string;
  readonly #known = new Map<string, boolean>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  areReal(path: string): boolean {
    const slash = path.lastIndexOf('/');
    return slash < 0 || this.#isReal(path.slice(0, slash));
  }

  #isReal(folder: string): boolean {
    let real = this.#known.get(folder);
    if (real === undefined) {
      real = this.areReal(folder) && lstatOptional(`${this.#dir}/${folder}`)?.isDirectory() === true;
      this.#known.set(folder, real);
    }
    return real;
  }
}
