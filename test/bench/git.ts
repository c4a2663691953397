/**
 * The git operations compared with native git's commands as child processes, in one run, on a project of 50 files and on one
 * with 5,000 files and 20,000 commits. `node test/bench/git.ts`
 *
 * Our operations include what native git omits: the lock, the journal, recovery refs and durable writes (`core.fsync`).
 * Therefore writing operations are also compared with native git with the same `core.fsync`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { closeCatFiles } from '../../packages/git/src/process/cat-file.ts';
import { gitProcesses } from '../../packages/git/src/process/run-git.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { makeLargeProject } from '../git/large-project.ts';
import { git, newRepository, removeFolders } from '../git/native.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 31;
const SIDEBAR = ['project-info', 'status', 'branches', 'log'];
let count = 0;

export async function benchGit(): Promise<Row[]> {
  try {
    return [
      ...(await benchProject('50 files', makeSmallProject())),
      ...(await benchProject('5,000 files, 20,000 commits', makeLargeProject())),
    ];
  } finally {
    closeCatFiles();
    removeFolders();
  }
}

function makeSmallProject(): string {
  const folder = newRepository();
  for (let at = 0; at < 50; at++) put(folder, `flows/part${at % 5}/file${at}.json`, `${at}\n`.repeat(100));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'first');
  for (let at = 0; at < 20; at++) git(folder, 'commit', '-q', '--allow-empty', '-m', `commit ${at}`);
  return folder;
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** Each reading operation, and native git's command for the same. */
const READS: readonly { name: string; operation: string; body?: object; native: readonly string[] }[] = [
  { name: 'status', operation: 'status', native: ['status', '--porcelain=v2', '--branch', '-uall'] },
  {
    name: 'log of 200',
    operation: 'log',
    body: { maxCount: 200 },
    native: ['log', '--graph', '--date-order', '--decorate', '--branches', '--remotes', '-200', 'HEAD'],
  },
  { name: 'project-info', operation: 'project-info', native: ['status', '--branch', '--untracked-files=no'] },
  {
    name: 'branches',
    operation: 'branches',
    native: ['for-each-ref', '--format=%(refname) %(objectname) %(subject) %(upstream) %(upstream:track)'],
  },
  { name: 'show', operation: 'show', body: { commitRef: 'HEAD' }, native: ['show', 'HEAD'] },
  { name: 'diff', operation: 'diff', native: ['diff'] },
  { name: 'diff of what is staged', operation: 'diff', body: { staged: true }, native: ['diff', '--staged'] },
  {
    name: 'validate-checkout',
    operation: 'validate-checkout',
    body: { targetRef: 'HEAD' },
    native: ['status', '--porcelain', '--branch', '-uall'],
  },
];

const run = async (folder: string, operation: string, body: object = {}): Promise<void> =>
  void (await requireOperation(operation).run(await openRepository(folder), body));

const native = (folder: string, ...commands: readonly (readonly string[])[]): void => {
  for (const args of commands) spawnSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
};

async function benchProject(size: string, folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  editTwoFiles(folder);
  for (const { name, operation, body, native: args } of READS)
    rows.push(
      await compare(
        `${name}, ${size}`,
        () => run(folder, operation, body),
        () => native(folder, args),
      ),
    );
  rows.push(await benchSidebar(size, folder));
  git(folder, 'reset', '-q', '--hard');
  return [...rows, ...(await benchWrites(size, folder))];
}

/** One staged and one unstaged change, as in daily work. */
function editTwoFiles(folder: string): void {
  const files = git(folder, 'ls-files').trim().split('\n');
  for (const file of files.slice(0, 2)) appendFileSync(join(folder, file), 'edited\n');
  git(folder, 'add', files[0] as string);
}

async function benchSidebar(size: string, folder: string): Promise<Row> {
  const commands = READS.filter(({ operation }) => SIDEBAR.includes(operation)).map(
    ({ native: args }) => args,
  );
  const work = async (): Promise<void> => void (await Promise.all(SIDEBAR.map((name) => run(folder, name))));
  return compare(`the sidebar's whole refresh, ${size}`, work, () => native(folder, ...commands));
}

const SYNCED = ['-c', 'core.fsync=committed,index,reference', '-c', 'core.fsyncMethod=batch'];

async function benchWrites(size: string, folder: string): Promise<Row[]> {
  const files = [1, 2, 3].map((at) => `bench/file${at}.txt`);
  const edit = (): void => {
    for (const file of files) put(folder, file, `${file} ${count++}\n`);
  };
  const ours = async (): Promise<void> => {
    edit();
    await run(folder, 'add', { files });
    await run(folder, 'commit', { message: 'bench' });
  };
  const commit = await compare(`add and commit of 3 files, ${size}`, ours, () => {
    edit();
    native(
      folder,
      [...SYNCED, 'add', ...files],
      [...SYNCED, '-c', 'gc.auto=0', 'commit', '-q', '-m', 'bench'],
    );
  });
  native(folder, ['branch', '-f', 'bench-other', 'HEAD~5']);
  const there = async (): Promise<void> => {
    await run(folder, 'switch-branch', { branch: 'bench-other' });
    await run(folder, 'switch-branch', { branch: 'main' });
  };
  const [away, back] = [
    [...SYNCED, 'switch', '-q', 'bench-other'],
    [...SYNCED, 'switch', '-q', 'main'],
  ];
  // What a switch would overwrite is answered before it changes anything, so a person would look first.
  const look = ['status', '--porcelain', '--untracked-files=no'];
  const change = await compare(`switch there and back, ${size}`, there, () =>
    native(folder, look, away, look, back),
  );
  const bare = await compare(`switch there and back, git switch alone, ${size}`, there, () =>
    native(folder, away, back),
  );
  return [commit, change, { ...bare, bar: '' }];
}

/** Alternates, so that a busy moment affects both. `ratio` is native git's time divided by ours. */
async function compare(name: string, ours: () => Promise<void>, theirs: () => void): Promise<Row> {
  const times: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
  await ours();
  const before = gitProcesses();
  await ours();
  const processes = gitProcesses() - before;
  for (let at = 0; at < ROUNDS; at++) {
    times.ours.push(await time(ours));
    times.reference.push(await time(async () => theirs()));
  }
  const [mine, reference] = [median(times.ours), median(times.reference)];
  const note = `${processes} processes`;
  return {
    name: `git ${name}`,
    ours: mine,
    reference,
    unit: 'ms',
    ratio: reference / mine,
    // 1.5 times native git's time.
    bar: '>= 0.667',
    note,
  };
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, ours, reference, unit, ratio, bar, note } of await benchGit())
    console.log(
      `${name}: ${ours.toFixed(2)} ${unit}, native ${reference.toFixed(2)} ${unit}, ratio ${ratio.toFixed(2)} ${bar}, ${note}`,
    );
}
