/**
 * How many git processes an operation starts: each costs milliseconds, whatever it does.
 * @covers Contract 7 operations against native git over many kinds of repository
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { closeCatFiles } from '../../packages/git/src/process/cat-file.ts';
import { gitProcesses } from '../../packages/git/src/process/run-git.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { commitAll, plain } from './fixtures.ts';
import { git, removeFolders, write } from './native.ts';

let folder: string;

beforeAll(() => {
  folder = plain();
  git(folder, 'branch', 'other');
  write(folder, 'flows.json', '[{"id":"a","type":"tab"}]\n');
  commitAll(folder, 'second', 1);
});

afterAll(() => {
  closeCatFiles();
  removeFolders();
});

const run = async (name: string, body: unknown = {}): Promise<object> =>
  requireOperation(name).run(await openRepository(folder), body);

async function startedBy(name: string, body?: unknown): Promise<number> {
  const before = gitProcesses();
  await run(name, body);
  return gitProcesses() - before;
}

/** Reads the configuration, and starts the process that looks up objects; both are kept. */
const warmUp = (): Promise<object> => run('log', { ref: 'main' });

test.each([
  ['project-info', {}, 1],
  ['status', {}, 1],
  ['branches', {}, 1],
  ['show', { commitRef: 'HEAD' }, 1],
  ['diff', {}, 1],
  ['diff', { staged: true }, 1],
  ['diff', { from: 'HEAD~1', to: 'main' }, 1],
  ['validate-checkout', { targetRef: 'other' }, 1],
  ['create-branch', { branch: 'third' }, 1],
])('%s %j starts %i', async (name, body, most) => {
  await warmUp();
  expect(await startedBy(name, body)).toBe(most);
});

test('add starts 3 at the same time, commit 2, a switch 3, of which the last one is git checkout', async () => {
  write(folder, 'notes.txt', 'new\n');
  await warmUp();
  expect(await startedBy('add', { files: ['notes.txt'] })).toBe(3);
  expect(await startedBy('commit', { message: 'third' })).toBe(2);
  expect(await startedBy('switch-branch', { branch: 'other' })).toBe(3);
  // The tree of a branch is checked once.
  await run('switch-branch', { branch: 'main' });
  expect(await startedBy('switch-branch', { branch: 'other' })).toBe(2);
});
