/**
 * Which engine reads history: isomorphic-git or native git, on the fixtures and on 20,000 commits.
 * `node test/git/history-reader.ts` prints the figures of packages/git/README.md.
 */
import fs, { readdirSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readLog } from '../../packages/git/src/operations/read-log.ts';
import { closeCatFiles, readBlob } from '../../packages/git/src/process/cat-file.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { FIXTURES } from './fixtures.ts';
import { makeLargeProject } from './large-project.ts';
import { git, newFolder, newRepository, removeFolders, tryGit, write } from './native.ts';
import { rawCommit } from './raw-objects.ts';

interface Library {
  log(options: object): Promise<{ oid: string; commit: { message: string; author: { name: string } } }[]>;
  currentBranch(options: object): Promise<string | undefined>;
  readBlob(options: object): Promise<{ blob: Uint8Array }>;
}

const library = createRequire(import.meta.url)('isomorphic-git') as Library;

async function time<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

async function compareFixtures(): Promise<void> {
  const wrong: string[] = [];
  const more = [
    { name: 'an author in ISO-8859-1', make: withLatinAuthor },
    { name: 'a time zone of +051800', make: withOddZone },
    { name: 'a replaced commit', make: withReplaced },
    { name: 'a branch that ends in U+3000', make: withBlankBranch },
  ];
  for (const { name, make } of [...FIXTURES, ...more]) {
    const dir = make();
    const native = tryGit(
      dir,
      'log',
      '--date-order',
      '--encoding=UTF-8',
      '--format=%H %an %s',
      'HEAD',
    ).stdout.trim();
    const found = await library.log({ fs, dir }).catch(() => []);
    const theirs = found
      .map(({ oid, commit }) => `${oid} ${commit.author.name} ${commit.message.split('\n')[0]}`)
      .join('\n');
    const branch = tryGit(dir, 'symbolic-ref', '-q', '--short', 'HEAD').stdout.replace(/\n$/, '');
    const head = (await library.currentBranch({ fs, dir }).catch(() => 'fails')) ?? '';
    if (theirs !== native) wrong.push(`log of ${name}`);
    if (head !== branch) wrong.push(`current branch of ${name}`);
  }
  console.log(`isomorphic-git differs from native git in: ${wrong.join('; ')}`);
}

function commitWith(who: Buffer | string): string {
  const folder = newRepository();
  write(folder, 'a', 'a');
  git(folder, 'add', '-A');
  git(folder, 'update-ref', 'HEAD', rawCommit(folder, git(folder, 'write-tree').trim(), { who }));
  return folder;
}

const withLatinAuthor = (): string =>
  commitWith(Buffer.from('J\xfcrgen <j@example.com> 1700000000 +0000', 'latin1'));
const withOddZone = (): string => commitWith('Kenneth Reitz <me@example.com> 1313584730 +051800');

function withReplaced(): string {
  const folder = commitWith('Ada <ada@example.com> 1700000000 +0000');
  git(folder, 'commit', '-q', '--allow-empty', '-m', 'second');
  git(folder, 'replace', '--graft', 'HEAD');
  return folder;
}

function withBlankBranch(): string {
  const folder = commitWith('Ada <ada@example.com> 1700000000 +0000');
  git(folder, 'checkout', '-q', '-b', 'x\u3000');
  return folder;
}

async function compareLarge(): Promise<void> {
  const dir = makeLargeProject();
  git(dir, 'repack', '-q', '-a', '-d');
  const ours = await time(async () => readLog(await openRepository(dir), { maxCount: 200 }));
  const again = await time(async () => readLog(await openRepository(dir), { maxCount: 200 }));
  const theirs = await time(() => library.log({ fs, dir, depth: 200 }));
  const all = await time(() => library.log({ fs, dir }));
  console.log(
    `200 commits of 20,000, with the whole walk: native ${ours.ms.toFixed(0)} ms, again ${again.ms.toFixed(0)} ms`,
  );
  console.log(
    `isomorphic-git: 200 commits ${theirs.ms.toFixed(0)} ms, the whole walk ${all.ms.toFixed(0)} ms`,
  );
}

async function compareBlob(): Promise<void> {
  const dir = newFolder();
  git(dir, 'init', '-q');
  const noise = Buffer.alloc(200 * 1024 * 1024);
  for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE((at * 2654435761) >>> 0, at);
  writeFileSync(join(dir, 'large.bin'), noise);
  write(dir, 'flows.json', '[]');
  git(dir, '-c', 'core.bigFileThreshold=1m', 'add', '-A');
  git(dir, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qm', 'large');
  git(dir, 'gc', '-q');
  const packs = join(dir, '.git/objects/pack');
  const size = Math.max(...readdirSync(packs).map((name) => statSync(join(packs, name)).size));
  const oid = git(dir, 'rev-parse', 'HEAD:flows.json').trim();
  const before = process.memoryUsage().rss;
  const native = await time(async () => readBlob(await openRepository(dir), oid));
  const between = process.memoryUsage().rss;
  const theirs = await time(() => library.readBlob({ fs, dir, oid }));
  const grown = (from: number, to: number): string => `${Math.max(0, (to - from) / 1e6).toFixed(0)} MB`;
  console.log(
    `a blob of 2 bytes out of a pack of ${(size / 1e6).toFixed(0)} MB: cat-file ${native.ms.toFixed(0)} ms, ${grown(before, between)}`,
  );
  console.log(`isomorphic-git ${theirs.ms.toFixed(0)} ms, ${grown(between, process.memoryUsage().rss)}`);
}

await compareFixtures();
await compareLarge();
await compareBlob();
closeCatFiles();
removeFolders();
