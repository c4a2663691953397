/**
 * Works on a repository until it is killed: add, commit, checkout, return, pull, push. Prints `commit <hash>` when a commit
 * was acknowledged, never before. Run by crash.test.ts and mixing.test.ts.
 *
 * node crash-worker.ts <folder> <name> crash until it is killed
 * node crash-worker.ts <folder> <name> mix <seconds> ends by itself
 */
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isGitFault } from '../../packages/git/src/git-fault.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository } from '../../packages/git/src/repository.ts';

const [folder = '', name = '', kind = 'crash', seconds = '0'] = process.argv.slice(2);
const until = Date.now() + Number(seconds) * 1_000;
const author = { name: 'Worker', email: 'worker@example.com' };
let count = 0;

const say = (line: string): void => void writeSync(1, `${line}\n`);

const run = async <T extends object>(operation: string, body?: unknown): Promise<T> =>
  (await requireOperation(operation).run(await openRepository(folder, { author }), body)) as T;

/** Other processes hold locks, move branches and stage files: these answers are expected, and the work continues. */
const EXPECTED = [
  'git_locked',
  'git_ref_moved',
  'git_nothing_to_commit',
  'git_push_failed',
  'git_connection_failed',
  // A file that the previous worker had written but not added is an uncommitted change.
  'git_checkout_blocked',
];

async function attempt(operation: string, body?: unknown): Promise<boolean> {
  try {
    const answer = await run<{ commit?: string }>(operation, body);
    if (operation === 'commit') say(`commit ${answer.commit}`);
    return true;
  } catch (error) {
    if (isGitFault(error) && EXPECTED.includes(error.code)) return false;
    say(
      `failed ${operation} ${isGitFault(error) ? `${error.code} ${JSON.stringify(error.extra)} ${error.cause ?? ''}` : String(error)}`,
    );
    throw error;
  }
}

async function addNewFile(): Promise<void> {
  const path = `${name}/file-${process.pid}-${count++}.txt`;
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, path), `${path}\n`.repeat(1 + (count % 50)));
  while (!(await attempt('add', { files: [path] })));
  say(`added ${path}`);
  await attempt('commit', { message: `add ${path}` });
}

/** What a person does after a crash: look at the state, and start from the branch. */
async function recover(): Promise<void> {
  await run('status');
  await run('reset', { commitRef: 'HEAD', resetMode: 'hard' });
  await run('return-to-latest');
}

/** Each time a new file is discarded or reset: it must be in a recovery ref before it is removed. */
async function discardNewFile(): Promise<void> {
  const path = `${name}/note-${process.pid}-${count++}.txt`;
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, path), `${path}\n`);
  await attempt('discard', { files: [path] });
}

async function crashRound(): Promise<void> {
  await addNewFile();
  await discardNewFile();
  await attempt('pull', { branch: 'main' });
  const { head } = await run<{ head: string }>('project-info');
  // An old commit, so that many files change.
  const { commits } = await run<{ commits: { hash: string }[] }>('log', { maxCount: 1_000 });
  const old = commits.at(-1)?.hash ?? head;
  await run('create-branch', { branch: `old-${process.pid}-${count}`, commitRef: old });
  await run('switch-branch', { branch: `old-${process.pid}-${count}` });
  await addNewFile();
  await attempt('push');
  await run('switch-branch', { branch: 'main' });
  await attempt('push');
  await attempt('reset', { commitRef: 'HEAD', resetMode: 'hard' });
  await attempt('checkout', { commitRef: 'HEAD~1' });
  await run('return-to-latest');
}

if (kind === 'crash') await recover();
say('ready');
while (kind === 'crash' || Date.now() < until) await (kind === 'crash' ? crashRound() : addNewFile());
