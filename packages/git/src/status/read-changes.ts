/** Differences between HEAD, index and working tree, from `git status --porcelain=v2`. */
import { decodePath, decodeText, showPath, splitRecords } from '../process/records.ts';
import { type CallOptions, git, type Repository } from '../repository.ts';

export interface ChangedFile {
  path: string;
  /** The old path of a staged rename. */
  from?: string;
  /** git's letters for staged and unstaged changes; `.` for none, `?` twice for an untracked file. */
  index: string;
  work: string;
  isInConflict: boolean;
  /** In the index; zeros if it is not there. */
  mode: string;
  oid: string;
}

export interface WorkState {
  /** Null on a detached HEAD. */
  branch: string | null;
  /** Null before the first commit. */
  commit: string | null;
  files: ChangedFile[];
}

export interface ChangesOptions extends CallOptions {
  untracked?: 'all' | 'no';
  renames?: boolean;
  paths?: readonly string[];
  /** For display only: a name that JSON cannot hold is shown approximately; otherwise it is an error. */
  isShown?: boolean;
}

/** @throws GitFault `git_unsupported_name` */
export async function readChanges(repository: Repository, options: ChangesOptions = {}): Promise<WorkState> {
  const { untracked = 'all', renames = false, paths = [], isShown = false, ...call } = options;
  const args = [
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--no-ahead-behind',
    `--untracked-files=${untracked}`,
  ];
  // git would start another git in a submodule, with a configuration that was not checked.
  if (repository.profile === 'hardened') args.push('--ignore-submodules=dirty');
  args.push(renames ? '--find-renames' : '--no-renames', '--', ...paths);
  const { stdout } = await git(repository, args, call);
  return parseStatus(stdout, isShown ? showPath : decodePath);
}

export function parseStatus(stdout: Buffer, decode: (bytes: Buffer) => string): WorkState {
  const state: WorkState = { branch: null, commit: null, files: [] };
  const records = splitRecords(stdout);
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as Buffer;
    if (record[0] === HASH) readHeader(state, decodeText(record));
    else if (record[0] === TWO)
      state.files.push({ ...readEntry(record, 9, decode), from: decode(records[++at] as Buffer) });
    else if (record[0] === ONE) state.files.push(readEntry(record, 8, decode));
    else if (record[0] === U) state.files.push(readEntry(record, 10, decode));
    else if (record[0] === QUESTION) state.files.push(untrackedFile(decode(record.subarray(2))));
  }
  return state;
}

const [HASH, ONE, TWO, U, QUESTION] = [...Buffer.from('#12u?')] as [number, number, number, number, number];
export const NOTHING = '0'.repeat(40);

function readHeader(state: WorkState, line: string): void {
  const [, name, ...rest] = line.split(' ');
  const value = rest.join(' ');
  if (name === 'branch.oid') state.commit = value === '(initial)' ? null : value;
  else if (name === 'branch.head') state.branch = value === '(detached)' ? null : value;
}

/** @param fields before the path, each followed by a space */
function readEntry(record: Buffer, fields: number, decode: (bytes: Buffer) => string): ChangedFile {
  let start = 0;
  for (let count = 0; count < fields; count++) start = record.indexOf(32, start) + 1;
  const parts = record.toString('latin1', 0, start).split(' ');
  const [kind, codes = '..'] = parts;
  return {
    path: decode(record.subarray(start)),
    index: codes.charAt(0),
    work: codes.charAt(1),
    isInConflict: kind === 'u',
    mode: parts[4] ?? '',
    oid: (kind === 'u' ? parts[8] : parts[7]) ?? NOTHING,
  };
}

const untrackedFile = (path: string): ChangedFile => ({
  path,
  index: '?',
  work: '?',
  isInConflict: false,
  mode: '000000',
  oid: NOTHING,
});

export const conflictsIn = ({ files }: WorkState): string[] =>
  files.filter((file) => file.isInConflict).map((file) => file.path);
