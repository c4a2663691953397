/** One entry of the index: a staged file, or one side of a conflict. */
export interface IndexEntry {
  path: string;
  oid: string;
  /** As in trees, for example 0o100644. */
  mode: number;
  /** 0; in a conflict 1 base, 2 ours, 3 theirs. */
  stage: number;
  assumeValid: boolean;
  skipWorktree: boolean;
  /** `git add -N`: the path is known, its content not yet staged. */
  intentToAdd: boolean;
  /** What `lstat` said when the content was last known to be the staged one; sizes and numbers modulo 2^32. */
  stat: EntryStat;
}

export interface EntryStat {
  ctimeS: number;
  ctimeN: number;
  mtimeS: number;
  mtimeN: number;
  dev: number;
  ino: number;
  uid: number;
  gid: number;
  size: number;
}

export const NO_STAT: EntryStat = {
  ctimeS: 0,
  ctimeN: 0,
  mtimeS: 0,
  mtimeN: 0,
  dev: 0,
  ino: 0,
  uid: 0,
  gid: 0,
  size: 0,
};

const SURROGATE = /[\ud800-\udfff]/;

/** Byte order of the paths' UTF-8, which is the order of the index. */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  // JavaScript compares UTF-16 units, which differs from UTF-8 only where surrogates are involved.
  if (SURROGATE.test(a) || SURROGATE.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
