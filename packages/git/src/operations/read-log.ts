/** `log` (Spec 2.8, 4.4; Contract 7): history with graph data, page by page. */
import { GitFault } from '../git-fault.ts';
import { GraphDrawer, type GraphEdge, type GraphRow } from '../history/draw-graph.ts';
import { type CommitData, readCommits } from '../history/read-commits.ts';
import { type History, historyStamp, reach, walkHistory } from '../history/walk-history.ts';
import { LruCache } from '../process/lru.ts';
import { type Refs, readRefs } from '../refs/read-refs.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import type { Repository } from '../repository.ts';

export interface LogInput {
  /** Commits on the page, 1 to 1,000. */
  maxCount: number;
  /** Hash of the last commit of the previous page: this page continues after it. */
  before?: string | undefined;
  /** Start only from here and from HEAD; by default from all branches. */
  ref?: string | undefined;
}

export interface LogCommit {
  hash: string;
  parents: string[];
  author: string;
  email: string;
  /** ISO 8601, when it was authored. */
  date: string;
  message: string;
  /** Whether a remote branch contains it. */
  pushed: boolean;
  isHead: boolean;
  /** Local and remote branches at this commit. */
  branches: string[];
  lane: number;
  edges: GraphEdge[];
}

export interface Log {
  /** Number of commits on all pages. */
  total: number;
  hasMore: boolean;
  commits: LogCommit[];
}

export async function readLog(repository: Repository, input: LogInput): Promise<Log> {
  const { head, refs } = await readRefs(repository);
  const tips = await tipsOf(repository, refs, head, input.ref);
  const history = await walkHistory(repository, refs, tips);
  const { order } = history;
  const start = input.before === undefined ? 0 : await findStart(repository, order, input.before);
  const page = order.slice(start, start + input.maxCount);
  const commits = await readPage(repository, historyStamp(repository, refs), page);
  const rows = drawRows(history, start, page.length);
  const marks = { head, labels: labelsOf(refs), pushed: reach(history, remoteTips(refs)) };
  return {
    total: order.length,
    hasMore: start + page.length < order.length,
    commits: commits.map((commit, at) => describe(commit, marks, rows[at])),
  };
}

const under = (refs: Refs, prefix: string): string[] =>
  [...refs].filter(([name]) => name.startsWith(prefix)).map(([, oid]) => oid);
const remoteTips = (refs: Refs): string[] => under(refs, 'refs/remotes/');

/** HEAD is always included. */
async function tipsOf(repository: Repository, refs: Refs, head: string | null, ref: string | undefined) {
  const own = head === null ? [] : [head];
  if (ref !== undefined) return [...own, await resolveCommit(repository, ref)];
  return [...own, ...under(refs, 'refs/heads/'), ...remoteTips(refs)];
}

async function findStart(repository: Repository, order: readonly string[], before: string): Promise<number> {
  const at = order.indexOf(await resolveCommit(repository, before));
  if (at < 0) throw new GitFault('git_unknown_ref', { ref: before });
  return at + 1;
}

/** Commits by hash, so that each is read once. */
const known = new LruCache<string, CommitData>(5_000);

async function readPage(
  repository: Repository,
  stamp: string,
  page: readonly string[],
): Promise<CommitData[]> {
  const keyOf = (hash: string): string => `${hash} ${stamp}`;
  const missing = page.filter((hash) => known.get(keyOf(hash)) === undefined);
  const read = new Map((await readCommits(repository, missing)).map((commit) => [commit.hash, commit]));
  for (const [hash, commit] of read) known.set(keyOf(hash), commit);
  return page.flatMap((hash) => read.get(hash) ?? known.get(keyOf(hash)) ?? []);
}

/** Lanes depend on all rows above, so drawing starts at the top and the page takes its part. */
function drawRows({ order, parents }: History, start: number, count: number): GraphRow[] {
  const drawer = new GraphDrawer();
  const rows: GraphRow[] = [];
  for (const [at, hash] of order.slice(0, start + count).entries()) {
    const row = drawer.draw({ hash, parents: parents.get(hash) ?? [] });
    if (at >= start) rows.push(row);
  }
  return rows;
}

/** Short branch names by commit, local ones first; without `origin/HEAD`, which is another name of a branch. */
function labelsOf(refs: Refs): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const [name, oid] of refs) {
    const short = /^refs\/(?:heads|remotes)\/(.+)$/s.exec(name)?.[1];
    if (short === undefined || /^refs\/remotes\/[^/]+\/HEAD$/.test(name)) continue;
    labels.set(oid, [...(labels.get(oid) ?? []), short]);
  }
  return labels;
}

interface Marks {
  head: string | null;
  labels: ReadonlyMap<string, string[]>;
  pushed: ReadonlySet<string>;
}

function describe(
  commit: CommitData,
  { head, labels, pushed }: Marks,
  row: GraphRow = { lane: 0, edges: [] },
): LogCommit {
  const { hash, parents, author, message } = commit;
  return {
    hash,
    parents,
    author: author.name,
    email: author.email,
    date: author.date,
    message,
    pushed: pushed.has(hash),
    isHead: hash === head,
    branches: labels.get(hash) ?? [],
    ...row,
  };
}
