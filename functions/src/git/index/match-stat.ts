/** Whether a file can have changed since the index last saw it, by git's own rules. */
import type { BigIntStats } from 'node:fs';
import type { GitIndex } from './git-index.ts';
import type { EntryStat, IndexEntry } from './index-entry.ts';

const NANO = 1_000_000_000n;
const low = (value: bigint): number => Number(BigInt.asUintN(32, value));

export function entryStat(stat: BigIntStats): EntryStat {
  return {
    ctimeS: low(stat.ctimeNs / NANO),
    ctimeN: Number(stat.ctimeNs % NANO),
    mtimeS: low(stat.mtimeNs / NANO),
    mtimeN: Number(stat.mtimeNs % NANO),
    dev: low(stat.dev),
    ino: low(stat.ino),
    uid: low(stat.uid),
    gid: low(stat.gid),
    size: low(stat.size),
  };
}

/** True where nothing differs. A tool that stores no nanoseconds writes 0 there; then only seconds are compared. */
export function isSameStat(kept: EntryStat, now: EntryStat, trustCtime: boolean): boolean {
  if (kept.mtimeS !== now.mtimeS || kept.size !== now.size || kept.ino !== now.ino) return false;
  if (kept.uid !== now.uid || kept.gid !== now.gid) return false;
  if (kept.mtimeN !== now.mtimeN && kept.mtimeN !== 0) return false;
  if (!trustCtime) return true;
  return kept.ctimeS === now.ctimeS && (kept.ctimeN === now.ctimeN || kept.ctimeN === 0);
}

/**
 * The racy rule: an entry that is as young as the index itself may have been changed after it was staged, within
 * one tick of the clock, so that its stat proves nothing.
 */
export function isRacy(entry: IndexEntry, index: Pick<GitIndex, 'mtimeS' | 'mtimeN'>): boolean {
  if (index.mtimeS === 0) return false;
  const { mtimeS, mtimeN } = entry.stat;
  if (mtimeN === 0 || index.mtimeN === 0) return mtimeS >= index.mtimeS;
  return (index.mtimeS - mtimeS) * 1e9 + (index.mtimeN - mtimeN) <= CLOCK_TICK_NS;
}

/** File systems stamp times with the kernel's tick, at most 10 ms. */
const CLOCK_TICK_NS = 10_000_000;

/** Twice a tick: a file younger than this may yet change under the very time that it has now. */
const YOUNG_MS = 20;

/**
 * The stat for an entry whose content was just staged or written. A very young file gets size 0, git's own mark for
 * "look at the content": no later look at its stat could tell whether it changed since.
 */
export function freshStat(stat: BigIntStats): EntryStat {
  const kept = entryStat(stat);
  const isYoung = Date.now() - Number(stat.mtimeNs / 1_000_000n) < YOUNG_MS;
  return isYoung ? { ...kept, size: 0 } : kept;
}
