/**
 * What may be kept between calls. Every key here is the content itself: objects are named by their hash, an index by
 * its own checksum. So nothing can be stale, whoever else writes to the repository.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { CommitTable } from './history/commit-table.ts';
import { CommitTable as Commits } from './history/commit-table.ts';
import type { History } from './history/read-history.ts';
import type { GitIndex } from './index/git-index.ts';
import type { FlatTree } from './objects/flat-tree.ts';
import type { Pack } from './objects/pack.ts';
import { Recent } from './recent.ts';
import { sweepTemporary } from './storage/sweep-temporary.ts';

export interface GitCaches {
  /** Parents and dates by commit hash. */
  readonly commits: CommitTable;
  /** Flattened trees by tree hash. */
  readonly trees: Recent<string, FlatTree>;
  /** Walks by their tips and shallow boundary. */
  readonly histories: Recent<string, History>;
  /** Parsed indexes by checksum. */
  readonly indexes: Recent<string, GitIndex>;
  /** Open packs by path. A pack's name is the hash of what it holds. */
  readonly packs: Map<string, Pack>;
}

/** Repositories whose caches are kept at once: an editor has one, the function one; the rest is slack. */
const KEPT = 4;
const known = new Recent<string, GitCaches>(KEPT, closePacks);

/** The caches of the repository that stands at this path now; another one put in its place gets its own. */
export function cachesOf(commondir: string): GitCaches {
  const { dev, ino, birthtimeNs } = statSync(commondir, { bigint: true });
  const key = `${commondir} ${dev} ${ino} ${birthtimeNs}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  sweepTemporary(join(commondir, 'sightline', 'tmp'));
  const made = emptyCaches();
  known.set(key, made);
  return made;
}

const emptyCaches = (): GitCaches => ({
  commits: new Commits(),
  trees: new Recent(16),
  histories: new Recent(4),
  indexes: new Recent(2),
  packs: new Map(),
});

function closePacks(caches: GitCaches): void {
  for (const pack of caches.packs.values()) pack.close();
  caches.packs.clear();
}

/** Forgets everything and closes every file. For the end of a process, and for measurements of a first call. */
export function forgetCaches(): void {
  known.clear();
}
