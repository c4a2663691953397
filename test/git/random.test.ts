/**
 * Random sequences of changes in two equal folders: we stage, unstage, discard and commit in one, native git in the other,
 * and the results are the same, file for file and entry for entry. LONG=1 tests 300 sequences.
 * @covers Contract 7 add, unstage, discard, commit, reset, branches in random sequences, beside native git
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { readStatus } from '../../packages/git/src/operations/read-status.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { lstatOptional } from '../../packages/git/src/storage/lstat-optional.ts';
import { fc } from '../support/fast-check.ts';
import { SEED } from '../support/seed.ts';
import { fsck, git, nativeStatus, newRepository, removeFolders, tryGit } from './native.ts';
import { spoken } from './spoken.ts';

const RUNS = Number(process.env.RUNS) || (process.env.LONG ? 300 : 5);
process.env.GIT_LITERAL_PATHSPECS = '1';

afterEach(removeFolders);

const NAMES = [
  'a',
  'b.txt',
  'c.log',
  'dir',
  'dir/a',
  'dir/b.txt',
  'dir/sub',
  'dir/sub/c',
  'DIR/a',
  'dir.d',
  '.hidden',
  '-dash',
  ' lead',
  'trail ',
  'tab\tx',
  'line\nfeed',
  'q"uote',
  "it's",
  'back\\slash',
  '#hash',
  '!bang',
  '*',
  '[a]',
  '?',
  'ü',
  'u\u0308',
  '日本\u3000',
  '\ufeffmark',
  'para\u2028',
  '💩',
  '\u00a0',
];
const CONTENTS = [
  '',
  'x',
  'x\n',
  'y\n',
  'a\r\nb\r\n',
  'a\r\nb\n',
  'a\rb',
  'one\ntwo\nthree\nfour\n',
  'one\ntwo\nthree\nfive\n',
  '\0\x01binary\r\n',
  '\ufeffx\r\n',
];
const IGNORES = [
  '*.log',
  '!c.log',
  '/a',
  'a',
  'dir/',
  'dir/*',
  '/dir/sub/',
  '!dir/sub/c',
  '**/c',
  '*',
  '!*/',
  '!b.txt',
  '\\#hash',
  '#hash',
  '\\!bang',
  '[ab]',
  '[!a]',
  '[[:alpha:]]',
  'trail\\ ',
  'trail ',
  'ü',
  '?',
  '*.txt\r',
  'dir/**',
  '**/sub',
  'a/**/b',
  '\\*',
  '\ufeffa',
  '*ash',
  '-*',
  '\\[a]',
  '.*',
  '日本\u3000',
  '\u00a0',
  '',
  '/',
  '**',
  'd?r',
  'DIR',
  '[a-c].*',
  '[z-a]',
  '[a-',
  '[]a]',
  '[!]b]*',
  '[a-c-]',
  '[\\]#]*',
  '[[:foo:]]',
  '[[:alpha:]-c]',
  '[[:a]',
  '**/**',
  '*a*b*t*',
  '*.*',
  'a\\',
  '\\',
  'd**r',
  '**/dir/**/c',
];
const ATTRIBUTES = [
  '* text=auto',
  '*.txt text',
  'b.txt eol=crlf',
  '*.txt -text',
  '"b.txt" binary',
  'dir/* eol=lf',
  '* !text',
  'a text eol=crlf',
  '* text eol=lf',
  'a\tbinary',
  '# text',
  '/a -text',
  'dir/ text',
  '**/c text',
  '\ufeffa text',
  '* crlf',
  '* -crlf',
  '*.log text=auto eol=crlf',
];

const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('write' as const), name, content: fc.constantFrom(...CONTENTS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mode' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('link' as const), name, target: name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rules' as const),
      name: fc.constantFrom('.gitignore', 'dir/.gitignore'),
      lines: fc.array(fc.constantFrom(...IGNORES), { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rules' as const),
      name: fc.constantFrom('.gitattributes', 'dir/.gitattributes'),
      lines: fc.array(fc.constantFrom(...ATTRIBUTES), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add all' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('unstage' as const), name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unstage all' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('branch' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('switch' as const), to: fc.constantFrom('main', 'other') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reset' as const),
      to: fc.constantFrom('HEAD', 'main', 'other', 'HEAD~1'),
      mode: fc.constantFrom('soft', 'mixed', 'hard'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test(`${RUNS} sequences of changes`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
      const [ours, theirs] = [newRepository(), newRepository()];
      for (const each of steps) await take(each, ours, theirs);
      expect(fsck(ours)).toBe('');
      removeFolders();
    }),
    { numRuns: RUNS, seed: SEED },
  );
}, 3_600_000);

async function take(step: Step, ours: string, theirs: string): Promise<void> {
  const both = async (operation: string, body: object, native: string[]) => {
    const isDone = await run(ours, operation, body);
    const { status, stderr } = tryGit(theirs, ...native);
    if ((status === 0) !== isDone) throw new Error(`${native.join(' ')}: ours ${isDone}, native ${stderr}`);
  };
  switch (step.do) {
    case 'write':
      for (const folder of [ours, theirs])
        put(folder, step.name, (place) => writeFileSync(place, step.content));
      break;
    case 'rules':
      for (const folder of [ours, theirs]) {
        put(folder, step.name, (place) => writeFileSync(place, `${step.lines.join('\n')}\n`));
        // If git knows a file by its date, it does not read it again, whatever attributes say now.
        if (step.name.endsWith('attributes')) touchAll(folder);
      }
      break;
    case 'link':
      for (const folder of [ours, theirs]) put(folder, step.name, (place) => symlinkSync(step.target, place));
      break;
    case 'remove':
      for (const folder of [ours, theirs]) rmSync(join(folder, step.name), { recursive: true, force: true });
      break;
    case 'mode':
      for (const folder of [ours, theirs]) changeMode(join(folder, step.name));
      break;
    case 'add': {
      const isDone = await run(ours, 'add', { files: [step.name] });
      const { status, stderr } = tryGit(theirs, 'add', '--', step.name);
      // git reports an ignored folder as an error even if it has staged the tracked files in it.
      const hasStaged = stderr.includes('ignored by one of');
      if ((status === 0) !== isDone && !(isDone && hasStaged))
        throw new Error(`add ${step.name}: ours ${isDone}, native ${stderr}`);
      break;
    }
    case 'add all':
      await run(ours, 'add', { stageAll: true });
      git(theirs, 'add', '-A');
      break;
    case 'unstage':
      if (await run(ours, 'unstage', { files: [step.name] })) tryGit(theirs, 'reset', '-q', '--', step.name);
      break;
    case 'unstage all':
      await run(ours, 'unstage', { unstageAll: true });
      tryGit(theirs, 'reset', '-q');
      break;
    case 'discard':
      if (await run(ours, 'discard', { files: [step.name] })) {
        tryGit(theirs, 'restore', '--', step.name);
        git(theirs, 'clean', '-fdq', '--', step.name);
      }
      break;
    case 'branch':
      await both('create-branch', { branch: 'other' }, ['branch', 'other']);
      break;
    case 'switch':
      await both('switch-branch', { branch: step.to }, ['switch', '-q', step.to]);
      break;
    case 'reset': {
      const native = ['reset', '-q', `--${step.mode}`, step.to];
      await both('reset', { commitRef: step.to, resetMode: step.mode }, native);
      break;
    }
    case 'commit':
      await both('commit', { message: 'm' }, ['commit', '-q', '-m', 'm']);
      break;
  }
  expect(git(ours, 'ls-files', '-s', '-z').split('\0')).toEqual(
    git(theirs, 'ls-files', '-s', '-z').split('\0'),
  );
  expect(filesIn(ours)).toEqual(filesIn(theirs));
  expect(tryGit(ours, 'log', '-1', '--format=%T %D').stdout).toBe(
    tryGit(theirs, 'log', '-1', '--format=%T %D').stdout,
  );
  const native = nativeStatus(theirs);
  expect(spoken((await readStatus(await openRepository(ours))).status)).toEqual(native);
  expect(nativeStatus(ours)).toEqual(native);
}

/** Whether it succeeded; a refusal of ours is not a failure, any other error is. */
async function run(folder: string, operation: string, body: object): Promise<boolean> {
  try {
    await requireOperation(operation).run(await openRepository(folder), body);
    return true;
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number };
    if (status === undefined || status >= 500) throw error;
    if (process.env.SAY) process.stderr.write(`${operation} ${JSON.stringify(body)}: ${code}\n`);
    return false;
  }
}

/** Removes whatever is in the way. */
function put(folder: string, path: string, make: (place: string) => void): void {
  const parts = path.split('/');
  for (let depth = 1; depth < parts.length; depth++) {
    const parent = join(folder, ...parts.slice(0, depth));
    if (lstatOptional(parent)?.isDirectory() === false) rmSync(parent);
  }
  const place = join(folder, path);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  make(place);
}

let touched = 1_000_000_000;

function touchAll(folder: string): void {
  touched += 1;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const place = join(entry.parentPath, entry.name);
    if (entry.isFile() && !place.startsWith(join(folder, '.git/'))) utimesSync(place, touched, touched);
  }
}

function changeMode(place: string): void {
  const found = lstatOptional(place);
  if (found?.isFile()) chmodSync(place, found.mode & 0o100 ? 0o644 : 0o755);
}

/** Path, mode and content of each file and link. */
function filesIn(folder: string, inner = ''): string[] {
  return readdirSync(join(folder, inner), { withFileTypes: true })
    .filter(({ name }) => inner !== '' || name !== '.git')
    .flatMap((entry) => {
      const path = join(inner, entry.name);
      if (entry.isDirectory()) return filesIn(folder, path);
      if (entry.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(folder, path))}`];
      return [
        `${path} ${lstatSync(join(folder, path)).mode & 0o100} ${JSON.stringify(readFileSync(join(folder, path), 'latin1'))}`,
      ];
    })
    .sort();
}
