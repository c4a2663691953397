/** `branches` (Spec 2.8, Contract 7): local branches, and remote branches without a local one. */
import { distanceBetween } from '../history/distance.ts';
import { decodeText, splitRecords } from '../process/records.ts';
import { upstreamOf } from '../refs/tracking.ts';
import { git, type Repository } from '../repository.ts';

export interface Branch {
  current: boolean;
  /** Full hash. */
  commit: string;
  /** First line of the commit's message. */
  label: string;
  /** True for a branch that only a remote has; its name is `origin/name`. */
  remote: boolean;
  tracking: string | null;
  /** Its upstream no longer exists. */
  gone: boolean;
  ahead: number;
  behind: number;
}

export interface Branches {
  current: string | null;
  all: string[];
  branches: Record<string, Branch>;
}

const FORMAT = ['refname', 'objectname', 'contents:lines=1', 'HEAD'];
const LOCAL = 'refs/heads/';

export async function listBranches(repository: Repository): Promise<Branches> {
  const format = `--format=${FORMAT.map((field) => `%(${field})`).join('%00')}`;
  const { stdout } = await git(repository, ['for-each-ref', format, 'refs/heads', 'refs/remotes']);
  const rows = splitRecords(stdout, 10).map((line) => splitRecords(line).map(decodeText));
  const commits = new Map(rows.map(([name = '', commit = '']) => [name, commit]));
  const own = rows.filter(([name]) => name?.startsWith(LOCAL));
  const locals = await Promise.all(own.map((row) => localBranch(repository, row, commits)));
  const names = new Set(locals.map(([name]) => name));
  const followed = new Set(locals.map(([, { tracking }]) => tracking));
  const remotes = rows.flatMap((row) => remoteBranch(row, names, followed));
  const all = [...locals, ...remotes];
  return {
    current: locals.find(([, { current }]) => current)?.[0] ?? (await currentUnborn(repository, rows)),
    all: all.map(([name]) => name),
    branches: Object.fromEntries(all),
  };
}

/** Before the first commit, HEAD is on a branch that is not listed. */
async function currentUnborn(repository: Repository, rows: readonly string[][]): Promise<string | null> {
  if (rows.some(([name]) => name?.startsWith(LOCAL))) return null;
  const { stdout } = await git(repository, ['symbolic-ref', '-q', '--short', 'HEAD'], { answers: [1] });
  return decodeText(stdout).replace(/\n$/, '') || null;
}

async function localBranch(
  repository: Repository,
  [ref = '', commit = '', label = '', head]: string[],
  commits: ReadonlyMap<string, string>,
): Promise<[string, Branch]> {
  const name = ref.slice(LOCAL.length);
  const tracking = upstreamOf(repository, name)?.tracking ?? null;
  const theirs = commits.get(`refs/remotes/${tracking}`) ?? null;
  const distance = await distanceBetween(repository, commit, theirs);
  const gone = tracking !== null && theirs === null;
  return [name, { current: head === '*', commit, label, remote: false, tracking, gone, ...distance }];
}

function remoteBranch(
  [ref = '', commit = '', label = '']: string[],
  names: ReadonlySet<string>,
  followed: ReadonlySet<string | null>,
): [string, Branch][] {
  const name = /^refs\/remotes\/(.+)$/s.exec(ref)?.[1];
  const short = name?.slice(name.indexOf('/') + 1) ?? 'HEAD';
  if (name === undefined || short === 'HEAD' || names.has(short) || followed.has(name)) return [];
  return [
    [name, { current: false, commit, label, remote: true, tracking: null, gone: false, ahead: 0, behind: 0 }],
  ];
}
