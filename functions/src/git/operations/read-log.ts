/** `log` (Spec 2.8, 4.4; Contract 7): history with graph data, page by page. */
import { GitFault } from '../git-fault.ts';
import { GraphDrawer, type GraphEdge } from '../history/draw-graph.ts';
import { parentReader, reach } from '../history/reach.ts';
import { readHistory } from '../history/read-history.ts';
import { isoDate, readCommit } from '../objects/commit.ts';
import { readHead } from '../refs/head.ts';
import { type Refs, readRefs } from '../refs/read-refs.ts';
import { peel, resolveCommit } from '../refs/resolve-commit.ts';
import type { Repository } from '../repository.ts';

export interface LogInput {
  /** Commits on the page, 1 to 1,000. */
  maxCount: number;
  /** Hash of the last commit of the page before: this page begins behind it. */
  before?: string;
  /** Walk only from here and from HEAD; default: all branches. */
  ref?: string;
}

export interface LogCommit {
  hash: string;
  parents: string[];
  author: string;
  email: string;
  /** ISO 8601, when it was authored. */
  date: string;
  message: string;
  /** A remote branch has it. */
  pushed: boolean;
  isHead: boolean;
  /** Branches, local and remote, that end here. */
  branches: string[];
  lane: number;
  edges: GraphEdge[];
}

export interface Log {
  /** All commits that the walk found, on this page and others. */
  total: number;
  hasMore: boolean;
  commits: LogCommit[];
}

export async function readLog(repository: Repository, input: LogInput): Promise<Log> {
  const refs = readRefs(repository);
  const head = readHead(repository).commit;
  const { order } = await readHistory(repository, tipsOf(repository, refs, head, input.ref));
  const start = input.before === undefined ? 0 : findStart(repository, order, input.before);
  const page = order.slice(start, start + input.maxCount);
  const rows = drawRows(repository, order, start, page.length);
  const parents = parentReader(repository);
  const marks = { head, parents, labels: labelsOf(refs), pushed: await pushedCommits(repository, refs) };
  const commits = page.map((number, at) => describe(repository, number, marks, rows[at]));
  return { total: order.length, hasMore: start + page.length < order.length, commits };
}

function tipsOf(repository: Repository, refs: Refs, head: string | null, ref: string | undefined): string[] {
  const own = head === null ? [] : [head];
  if (ref !== undefined) return [...own, resolveCommit(repository, ref)];
  const branches = [...refs].filter(
    ([name]) => name.startsWith('refs/heads/') || name.startsWith('refs/remotes/'),
  );
  return [...own, ...branches.map(([, oid]) => oid).filter((oid) => peel(repository, oid) === oid)];
}

function findStart(repository: Repository, order: readonly number[], before: string): number {
  const at = order.indexOf(repository.caches.commits.number(resolveCommit(repository, before)));
  if (at < 0) throw new GitFault('git_unknown_ref', { ref: before });
  return at + 1;
}

/** Lanes depend on all rows above, so the drawing begins at the top and the page takes its part. */
function drawRows(repository: Repository, order: readonly number[], start: number, count: number) {
  const { commits } = repository.caches;
  const parents = parentReader(repository);
  const drawer = new GraphDrawer();
  const rows = order.slice(0, start + count).map((number) =>
    drawer.draw({
      hash: commits.oids[number] ?? '',
      parents: parents(number).map((parent) => commits.oids[parent] ?? ''),
    }),
  );
  return rows.slice(start);
}

async function pushedCommits(repository: Repository, refs: Refs): Promise<ReadonlySet<number>> {
  const remote = [...refs].filter(([name]) => name.startsWith('refs/remotes/')).map(([, oid]) => oid);
  return reach(repository, new Set(remote));
}

/** Short branch names by commit, local ones first; `origin/HEAD` is left out, as it is another name of a branch. */
export function labelsOf(refs: Refs): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const [name, oid] of refs) {
    const short = /^refs\/(?:heads|remotes)\/(.+)$/.exec(name)?.[1];
    if (short === undefined || /^refs\/remotes\/[^/]+\/HEAD$/.test(name)) continue;
    labels.set(oid, [...(labels.get(oid) ?? []), short]);
  }
  return labels;
}

interface Marks {
  head: string | null;
  labels: ReadonlyMap<string, string[]>;
  pushed: ReadonlySet<number>;
  parents: (number: number) => readonly number[];
}

function describe(
  repository: Repository,
  number: number,
  marks: Marks,
  row = { lane: 0, edges: [] as GraphEdge[] },
): LogCommit {
  const hash = repository.caches.commits.oids[number] ?? '';
  const { author, message } = readCommit(repository.objects, hash);
  return {
    hash,
    parents: marks.parents(number).map((parent) => repository.caches.commits.oids[parent] ?? ''),
    author: author.name,
    email: author.email,
    date: isoDate(author),
    message,
    pushed: marks.pushed.has(number),
    isHead: hash === marks.head,
    branches: marks.labels.get(hash) ?? [],
    lane: row.lane,
    edges: row.edges,
  };
}
