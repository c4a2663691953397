/** Commits as people read them: author, date, message. */
import { decodeText } from '../process/records.ts';
import { git, type Repository } from '../repository.ts';

export interface Signed {
  name: string;
  email: string;
  /** ISO 8601. */
  date: string;
}

export interface CommitData {
  hash: string;
  /** Parents beyond a shallow boundary are left out. */
  parents: string[];
  author: Signed;
  committer: Signed;
  message: string;
}

const FIELDS = ['%H', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'];

/** Options of `git log` for `takeCommit`. */
export const COMMIT_FORM = [
  '-z',
  `--format=${FIELDS.join('%x00')}`,
  '--encoding=UTF-8',
  '--no-show-signature',
  '--no-mailmap',
];

/** In the given order, with git's replacements, grafts and encodings applied. */
export async function readCommits(repository: Repository, hashes: readonly string[]): Promise<CommitData[]> {
  if (hashes.length === 0) return [];
  const args = ['log', '--no-walk=unsorted', '--stdin', ...COMMIT_FORM, '--no-patch'];
  let { stdout } = await git(repository, args, { input: hashes.map((hash) => `${hash}\n`).join('') });
  const commits: CommitData[] = [];
  while (stdout.length > 0) {
    const { commit, rest } = takeCommit(stdout);
    commits.push(commit);
    stdout = rest;
  }
  return commits;
}

/** The first commit of an output, and what follows it. */
export function takeCommit(stdout: Buffer): { commit: CommitData; rest: Buffer } {
  let start = 0;
  const fields = FIELDS.map(() => {
    const end = stdout.indexOf(0, start);
    const field = decodeText(stdout.subarray(start, end < 0 ? stdout.length : end));
    start = end < 0 ? stdout.length : end + 1;
    return field;
  });
  return { commit: toCommit(fields), rest: stdout.subarray(start) };
}

function toCommit(fields: string[]): CommitData {
  const [hash = '', parents = '', name = '', email = '', date = '', ...rest] = fields;
  const [committer = '', committerEmail = '', committed = '', message = ''] = rest;
  return {
    hash,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name, email, date: isoDate(date) },
    committer: { name: committer, email: committerEmail, date: isoDate(committed) },
    message: message.replace(/\n$/, ''),
  };
}

const isoDate = (date: string): string => date.replace(/\+00:00$/, 'Z');
