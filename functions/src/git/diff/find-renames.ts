/** Which deleted file became which added one: first by equal content, then by likeness of 50 percent and more, as git does. */
import { MODE_EXECUTABLE, MODE_FILE, MODE_LINK } from '../objects/tree.ts';

export interface Side {
  path: string;
  mode: number;
  oid: string;
}

export interface Rename {
  from: string;
  to: string;
  /** 0 to 100. */
  similarity: number;
}

const LEAST = 0.5;
/** git's own limit (`diff.renameLimit`) on pairs that are compared by content. */
const MOST_PAIRS = 1_000 * 1_000;
/** Larger files are only compared by name of content. */
const LARGEST = 8 * 1_024 * 1_024;

export function findRenames(
  deleted: readonly Side[],
  added: readonly Side[],
  read: (oid: string) => Buffer,
): Rename[] {
  const exact = findExact(deleted, added);
  const goneLeft = deleted.filter((side) => !exact.some((rename) => rename.from === side.path));
  const comeLeft = added.filter((side) => !exact.some((rename) => rename.to === side.path));
  return [...exact, ...findSimilar(goneLeft, comeLeft, read)];
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const kindOf = (mode: number): number => mode >> 12;
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';

/** Of several candidates the one of the same base name. */
function findExact(deleted: readonly Side[], added: readonly Side[]): Rename[] {
  const free = new Set(deleted);
  return added.flatMap((to) => {
    if (to.oid === EMPTY_BLOB) return [];
    const candidates = [...free].filter(
      (from) => from.oid === to.oid && kindOf(from.mode) === kindOf(to.mode),
    );
    const from = candidates.find((side) => baseName(side.path) === baseName(to.path)) ?? candidates[0];
    if (from === undefined) return [];
    free.delete(from);
    return [{ from: from.path, to: to.path, similarity: 100 }];
  });
}

const isComparable = ({ mode }: Side): boolean =>
  mode === MODE_FILE || mode === MODE_EXECUTABLE || mode === MODE_LINK;

function findSimilar(
  deleted: readonly Side[],
  added: readonly Side[],
  read: (oid: string) => Buffer,
): Rename[] {
  const from = deleted.filter(isComparable);
  const to = added.filter(isComparable);
  if (from.length * to.length > MOST_PAIRS || from.length === 0 || to.length === 0) return [];
  const prints = new Map<string, Fingerprint>();
  const print = (oid: string): Fingerprint => {
    const made = prints.get(oid) ?? fingerprint(read(oid));
    prints.set(oid, made);
    return made;
  };
  const scored = to.flatMap((come) =>
    from
      .filter((gone) => kindOf(gone.mode) === kindOf(come.mode))
      .map((gone) => ({ gone, come, score: likeness(print(gone.oid), print(come.oid)) })),
  );
  return takeBest(scored.filter(({ score }) => score >= LEAST));
}

function takeBest(scored: readonly { gone: Side; come: Side; score: number }[]): Rename[] {
  const sameName = ({ gone, come }: { gone: Side; come: Side }): number =>
    baseName(gone.path) === baseName(come.path) ? 1 : 0;
  const used = new Set<string>();
  const best = [...scored].sort((a, b) => b.score - a.score || sameName(b) - sameName(a));
  return best.flatMap(({ gone, come, score }) => {
    if (used.has(`-${gone.path}`) || used.has(`+${come.path}`)) return [];
    used.add(`-${gone.path}`).add(`+${come.path}`);
    return [{ from: gone.path, to: come.path, similarity: Math.floor(score * 100) }];
  });
}

interface Fingerprint {
  size: number;
  /** Bytes per distinct chunk: a line, or 64 bytes of a longer one. */
  chunks: ReadonlyMap<string, number>;
}

const CHUNK = 64;

function fingerprint(content: Buffer): Fingerprint {
  const chunks = new Map<string, number>();
  if (content.length > LARGEST) return { size: content.length, chunks };
  for (let at = 0; at < content.length; ) {
    const feed = content.indexOf(10, at);
    const end = Math.min(feed < 0 ? content.length : feed + 1, at + CHUNK);
    const chunk = content.toString('latin1', at, end);
    chunks.set(chunk, (chunks.get(chunk) ?? 0) + end - at);
    at = end;
  }
  return { size: content.length, chunks };
}

/** Bytes that both have, by the larger size. */
function likeness(a: Fingerprint, b: Fingerprint): number {
  const larger = Math.max(a.size, b.size);
  if (larger === 0 || Math.min(a.size, b.size) / larger < LEAST) return 0;
  let shared = 0;
  for (const [chunk, bytes] of a.chunks) shared += Math.min(bytes, b.chunks.get(chunk) ?? 0);
  return shared / larger;
}
