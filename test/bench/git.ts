/**
 * The git core against native git as a child process, in one run: every read of the table of operations, and a commit of
 * 3 files, on a project of 50 files and on one of 5,000 files with 20,000 commits. `node test/bench/git.ts`
 *
 * "first" rows are the first call in a process, with empty caches; the others follow it, as in an editor or a warm
 * function. A commit here is durable (fsync) when it is answered; native git syncs neither loose objects, index nor
 * refs by default, so that it is measured once as it is and once with `core.fsync=all`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgetCaches } from '../../functions/src/git/caches.ts';
import { requireOperation } from '../../functions/src/git/operations/operations.ts';
import { openRepository } from '../../functions/src/git/repository.ts';
import { makeLargeProject } from '../git/large-project.ts';
import { git, newRepository, removeFolders } from '../git/native.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 15;
const FIRST_ROUNDS = 5;
let count = 0;

export async function benchGit(): Promise<Row[]> {
  try {
    const small = makeSmallProject();
    const large = makeLargeProject();
    return [
      ...(await benchProject('50 files', small, { read: '>= 1', commit: '>= 1' })),
      ...(await benchProject('5,000 files, 20,000 commits', large, { read: '>= 0.2', commit: '' })),
    ];
  } finally {
    forgetCaches();
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

/** Each read, and the one call of native git that tells what it tells, or most of it. */
const READS: readonly { name: string; operation: string; body?: object; native: readonly string[] }[] = [
  { name: 'status', operation: 'status', native: ['status', '--porcelain=v2', '--branch'] },
  {
    name: 'log of 200',
    operation: 'log',
    body: { maxCount: 200 },
    native: ['log', '--decorate', '-200'],
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
    native: ['status', '--porcelain', '--branch'],
  },
];

async function benchProject(
  size: string,
  folder: string,
  bars: { read: string; commit: string },
): Promise<Row[]> {
  const rows: Row[] = [];
  editTwoFiles(folder);
  for (const { name, operation, body, native } of READS) {
    const ours = async () => void (await requireOperation(operation).run(openRepository(folder), body));
    const child = () => void spawnSync('git', native, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    const times = await pair(ours, child);
    rows.push(row(`${name}, ${size}`, times.ours, times.reference, bars.read));
    rows.push(row(`${name}, ${size}, first`, times.first, times.reference, ''));
  }
  const commits = await benchCommits(folder);
  return [
    ...rows,
    row(`commit of 3 files, ${size}`, commits.ours, commits.plain, bars.commit),
    row(`commit of 3 files, ${size}, both synced`, commits.ours, commits.synced, ''),
  ];
}

/** One change that is staged and one that is not, as in a day's work. */
function editTwoFiles(folder: string): void {
  const files = git(folder, 'ls-files').trim().split('\n');
  for (const file of files.slice(0, 2)) appendFileSync(join(folder, file), 'edited\n');
  git(folder, 'add', files[0] as string);
}

const row = (name: string, ours: number, reference: number, bar: string): Row => ({
  name: `git ${name}`,
  ours,
  reference,
  unit: 'ms',
  ratio: reference / ours,
  bar,
});

/** Both by turns, so that a busy moment of the machine hits both. */
async function pair(ours: () => Promise<void>, native: () => void) {
  const first: number[] = [];
  for (let at = 0; at < FIRST_ROUNDS; at++) {
    forgetCaches();
    first.push(await time(ours));
  }
  const times: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
  for (let at = 0; at < ROUNDS; at++) {
    times.ours.push(await time(ours));
    times.reference.push(await time(native));
  }
  return { first: median(first), ours: median(times.ours), reference: median(times.reference) };
}

async function benchCommits(folder: string) {
  const ours: number[] = [];
  const plain: number[] = [];
  const synced: number[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    ours.push(await commitThree(folder, (files) => commitOurs(folder, files)));
    plain.push(await commitThree(folder, (files) => commitNatively(folder, files, [])));
    synced.push(
      await commitThree(folder, (files) => commitNatively(folder, files, ['-c', 'core.fsync=all'])),
    );
  }
  return { ours: median(ours), plain: median(plain), synced: median(synced) };
}

/** Staging belongs to it: nobody commits without. */
async function commitThree(folder: string, work: (files: string[]) => Promise<void> | void): Promise<number> {
  const files = [1, 2, 3].map((at) => `bench/file${at}.txt`);
  for (const file of files) put(folder, file, `${file} ${count++}\n`);
  return time(() => work(files));
}

async function commitOurs(folder: string, files: string[]): Promise<void> {
  const repository = openRepository(folder);
  await requireOperation('add').run(repository, { files });
  await requireOperation('commit').run(repository, { message: 'bench' });
}

function commitNatively(folder: string, files: string[], settings: string[]): void {
  execFileSync('git', [...settings, 'add', ...files], { cwd: folder });
  execFileSync('git', [...settings, '-c', 'gc.auto=0', 'commit', '-q', '-m', 'bench'], { cwd: folder });
}

async function time(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, ours, reference, unit, ratio, bar } of await benchGit())
    console.log(
      `${name}: ${ours.toFixed(2)} ${unit}, native ${reference.toFixed(2)} ${unit}, ratio ${ratio.toFixed(2)} ${bar}`,
    );
}
