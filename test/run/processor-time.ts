/**
 * Processor time of this process and of all processes below it, also of those whose parent died without waiting for them (pages
 * of a browser that is killed). The kernel adds a process to its parent's count only when the parent waits for it, so the
 * processes are looked at twice a second, and what vanishes without being added somewhere is noted.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS = 100;
const EVERY = 500;

interface Seen {
  parent: number;
  /** When it began: an id may be used again. */
  begun: string;
  /** Of itself and of the children that it has waited for. */
  all: number;
  /** Of the children alone. */
  waited: number;
}

type Table = Map<number, Seen>;

function readTable(): Table {
  const table: Table = new Map();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const seen = readProcess(pid);
    if (seen) table.set(pid, seen);
  }
  return table;
}

function readProcess(pid: number): Seen | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The second field, a name in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const waited = childUser + childSystem;
  return { parent: Number(fields[1]), begun: fields[19]!, all: user + system + waited, waited };
}

/** Those that were known, and all whose parent is one of them. */
function descendants(table: Table, root: number, before: Table): Table {
  const own: Table = new Map();
  const isOwn = (pid: number): boolean => {
    const seen = table.get(pid);
    if (!seen) return false;
    if (own.has(pid)) return true;
    const known = before.get(pid)?.begun === seen.begun;
    if (pid === root || known || isOwn(seen.parent)) own.set(pid, seen);
    return own.has(pid);
  };
  for (const pid of table.keys()) isOwn(pid);
  return own;
}

/** What vanished since, and was added to no parent's count. */
function lostBetween(before: Table, now: Table): number {
  const gone = new Map<number | undefined, number>();
  for (const [pid, { parent, begun, all }] of before) {
    if (now.get(pid)?.begun === begun) continue;
    const heir = nearest(parent, before, now);
    gone.set(heir, (gone.get(heir) ?? 0) + all);
  }
  let lost = 0;
  for (const [heir, ticks] of gone) {
    const inherited = heir === undefined ? 0 : now.get(heir)!.waited - before.get(heir)!.waited;
    lost += Math.max(0, ticks - inherited);
  }
  return lost;
}

/** The nearest ancestor that is still there. */
function nearest(pid: number, before: Table, now: Table): number | undefined {
  const seen = before.get(pid);
  if (!seen) return undefined;
  return now.get(pid)?.begun === seen.begun ? pid : nearest(seen.parent, before, now);
}

export interface ProcessorTime {
  /** Seconds until now. */
  seconds(): number;
  stop(): void;
}

/** @returns null where nothing can be read of other processes */
export function watchProcessorTime(root = process.pid): ProcessorTime | null {
  if (process.platform !== 'linux') return null;
  let before: Table = descendants(readTable(), root, new Map());
  let lost = 0;
  const look = () => {
    const now = descendants(readTable(), root, before);
    lost += lostBetween(before, now);
    before = now;
  };
  const timer = setInterval(look, EVERY).unref();
  const seconds = () => {
    look();
    return (before.values().reduce((sum, { all }) => sum + all, 0) + lost) / TICKS;
  };
  return { seconds, stop: () => clearInterval(timer) };
}
