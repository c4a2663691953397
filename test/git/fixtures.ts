/** Repositories of many kinds, created by native git. */
import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, git, gitAt, newFolder, newRepository, tryGit, write } from './native.ts';

export interface Fixture {
  name: string;
  make: () => string;
}

function commitAll(folder: string, message: string, minute = 0): void {
  git(folder, 'add', '-A');
  gitAt(folder, minute, 'commit', '-q', '--allow-empty', '-m', message);
}

function plain(): string {
  const folder = copyOf(makePlain);
  git(folder, 'update-index', '-q', '--refresh');
  return folder;
}

function makePlain(): string {
  const folder = newRepository();
  write(folder, 'a.txt', 'one\ntwo\n');
  write(folder, 'sub/b.txt', 'three\n');
  commitAll(folder, 'first');
  return folder;
}

function withMerge(): string {
  const folder = plain();
  git(folder, 'checkout', '-q', '-b', 'side');
  write(folder, 'side.txt', 'side\n');
  commitAll(folder, 'side', 1);
  git(folder, 'checkout', '-q', 'main');
  write(folder, 'main.txt', 'main\n');
  commitAll(folder, 'main', 2);
  gitAt(folder, 3, 'merge', '-q', '--no-edit', 'side');
  return folder;
}

function withOctopus(): string {
  const folder = plain();
  for (const [at, name] of ['x', 'y', 'z'].entries()) {
    git(folder, 'checkout', '-q', '-b', name, 'main');
    write(folder, `${name}.txt`, name);
    commitAll(folder, name, at + 1);
  }
  git(folder, 'checkout', '-q', 'main');
  gitAt(folder, 5, 'merge', '-q', '--no-edit', 'x', 'y', 'z');
  write(folder, 'after.txt', 'after\n');
  commitAll(folder, 'after', 6);
  return folder;
}

function withRenames(): string {
  const folder = plain();
  const text = Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join('');
  write(folder, 'long.txt', text);
  write(folder, 'exact.txt', `${text}exact\n`);
  commitAll(folder, 'long', 1);
  renameSync(join(folder, 'exact.txt'), join(folder, 'sub/exact-moved.txt'));
  rmSync(join(folder, 'long.txt'));
  write(folder, 'sub/long-moved.txt', text.replace('line 7', 'line seven'));
  git(folder, 'add', '-A');
  write(folder, 'a.txt', 'changed after staging\n');
  return folder;
}

function withChanges(): string {
  const folder = plain();
  write(folder, 'gone.txt', 'gone\n');
  write(folder, 'gone-unstaged.txt', 'gone\n');
  commitAll(folder, 'gone', 1);
  git(folder, 'rm', '-q', 'gone.txt');
  rmSync(join(folder, 'gone-unstaged.txt'));
  write(folder, 'a.txt', 'one\nTWO\n');
  git(folder, 'add', 'a.txt');
  write(folder, 'a.txt', 'one\nTWO\nthree\n');
  write(folder, 'new.txt', 'new\n');
  git(folder, 'add', 'new.txt');
  write(folder, 'intended.txt', 'later\n');
  git(folder, 'add', '-N', 'intended.txt');
  write(folder, 'untracked/deep/file.txt', '?');
  return folder;
}

function withIgnores(): string {
  const folder = plain();
  write(
    folder,
    '.gitignore',
    '*.log\n!keep.log\n/build\nnode_modules/\ndoc/**/*.tmp\n\\#odd\nspace\\ \n[ab].x\n',
  );
  write(folder, 'sub/.gitignore', '!again.log\nlocal*\n');
  write(folder, '.git/info/exclude', 'excluded.txt\n');
  for (const path of [
    'x.log',
    'keep.log',
    'build/out',
    'sub/build/out',
    'node_modules/m/i.js',
    'sub/node_modules/j',
  ])
    write(folder, path, path);
  for (const path of [
    'doc/a/b/c.tmp',
    'doc/d.tmp',
    'doc/e.txt',
    '#odd',
    'space ',
    'a.x',
    'c.x',
    'sub/again.log',
    'sub/local1',
  ])
    write(folder, path, path);
  write(folder, 'excluded.txt', '');
  write(folder, 'tracked.log', 'tracked although ignored');
  git(folder, 'add', '-f', 'tracked.log');
  gitAt(folder, 1, 'commit', '-q', '-m', 'tracked');
  write(folder, 'tracked.log', 'changed');
  return folder;
}

function withBinaryAndLinks(): string {
  const folder = plain();
  write(
    folder,
    'image.bin',
    Uint8Array.from({ length: 5000 }, (_, at) => at % 256),
  );
  write(folder, 'run.sh', '#!/bin/sh\n');
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('a.txt', join(folder, 'link'));
  symlinkSync('/nonexistent/place', join(folder, 'dangling'));
  commitAll(folder, 'kinds', 1);
  chmodSync(join(folder, 'run.sh'), 0o644);
  rmSync(join(folder, 'dangling'));
  write(folder, 'dangling', 'a file now');
  write(
    folder,
    'image.bin',
    Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 256),
  );
  return folder;
}

function withNames(): string {
  const folder = plain();
  for (const path of [
    'mit Leerzeichen/Grüße.txt',
    '日本/流れ.json',
    'emoji-😀.txt',
    '\ufb01.txt',
    'quote"d.txt',
    "it's.txt",
    'tab\there',
  ])
    write(folder, path, path);
  commitAll(folder, 'names', 1);
  write(folder, '日本/流れ.json', '[]');
  write(folder, 'new 😀 file.txt', '');
  return folder;
}

function withCrlf(): string {
  const folder = plain();
  write(folder, 'old-dos.txt', 'committed\r\nwith CRLF\r\n');
  commitAll(folder, 'before the attributes');
  write(folder, 'binary.txt', 'NUL \0 and\r\nCRLF\r\n');
  write(
    folder,
    '.gitattributes',
    '*.txt text=auto\n*.bat text eol=crlf\n*.raw -text\n*.sh eol=lf\nimage.* binary\n',
  );
  write(folder, 'dos.txt', 'one\r\ntwo\r\n');
  write(folder, 'run.bat', 'echo\r\n');
  write(folder, 'keep.raw', 'raw\r\n');
  write(folder, 'unix.sh', 'sh\n');
  commitAll(folder, 'attributes', 1);
  // Touched, so that only the content shows that nothing changed.
  for (const [path, text] of [
    ['dos.txt', 'one\r\ntwo\r\n'],
    ['old-dos.txt', 'committed\r\nwith CRLF\r\n'],
    ['binary.txt', 'NUL \0 and\r\nCRLF\r\n'],
    ['run.bat', 'echo\r\n'],
    ['keep.raw', 'raw\r\n'],
  ] as const)
    write(folder, path, text);
  write(folder, 'unix.sh', 'sh\r\n');
  write(folder, 'mixed.txt', 'a\r\nb\n');
  return folder;
}

function withAutocrlf(): string {
  const folder = plain();
  git(folder, 'config', 'core.autocrlf', 'true');
  write(folder, 'a.txt', 'one\r\ntwo\r\n');
  write(folder, 'sub/b.txt', 'three\r\nfour\r\n');
  return folder;
}

function withLfsPointers(): string {
  const folder = plain();
  write(folder, '.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n');
  const oid = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393';
  write(folder, 'art.psd', `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 12345\n`);
  commitAll(folder, 'pointer', 1);
  return folder;
}

function withSubmodule(): string {
  const inner = plain();
  const folder = plain();
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
  commitAll(folder, 'submodule', 1);
  write(join(folder, 'lib'), 'a.txt', 'changed inside\n');
  return folder;
}

function withMovedSubmodule(): string {
  const folder = withSubmodule();
  git(join(folder, 'lib'), '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '-qam', 'inside');
  return folder;
}

function withConflict(): string {
  const folder = plain();
  write(folder, 'both.txt', 'base\n');
  write(folder, 'deleted-here.txt', 'base\n');
  commitAll(folder, 'base', 1);
  git(folder, 'checkout', '-q', '-b', 'side');
  write(folder, 'both.txt', 'theirs\n');
  write(folder, 'deleted-here.txt', 'theirs\n');
  write(folder, 'added.txt', 'theirs\n');
  commitAll(folder, 'theirs', 2);
  git(folder, 'checkout', '-q', 'main');
  write(folder, 'both.txt', 'ours\n');
  write(folder, 'added.txt', 'ours\n');
  rmSync(join(folder, 'deleted-here.txt'));
  commitAll(folder, 'ours', 3);
  tryGit(folder, 'merge', '-q', 'side');
  return folder;
}

function detached(): string {
  const folder = withMerge();
  git(folder, 'checkout', '-q', '--detach', 'HEAD~1');
  return folder;
}

function packed(): string {
  const folder = withOctopus();
  git(folder, 'tag', 'light');
  git(folder, 'tag', '-a', '-m', 'annotated', 'heavy');
  git(folder, 'gc', '-q');
  write(folder, 'x.txt', 'changed');
  return folder;
}

function shallow(): string {
  const folder = newFolder();
  git(folder, 'clone', '-q', '--depth', '2', `file://${withOctopus()}`, '.');
  return folder;
}

function linkedWorktree(): string {
  const folder = withMerge();
  const other = join(newFolder(), 'linked');
  git(folder, 'worktree', 'add', '-q', '-b', 'linked', other, 'HEAD~1');
  write(other, 'a.txt', 'changed in the worktree\n');
  git(folder, 'pack-refs', '--all');
  return other;
}

function indexVersion4(): string {
  const folder = withChanges();
  git(folder, 'update-index', '--index-version', '4');
  return folder;
}

function nestedRepository(): string {
  const folder = plain();
  git(folder, 'init', '-q', 'inner');
  write(folder, 'inner/file.txt', '');
  return folder;
}

export const FIXTURES: readonly Fixture[] = [
  { name: 'an empty repository', make: newRepository },
  { name: 'a plain one', make: plain },
  { name: 'a merge', make: withMerge },
  { name: 'an octopus merge', make: withOctopus },
  { name: 'renames', make: withRenames },
  { name: 'changes of every kind', make: withChanges },
  { name: 'ignored files', make: withIgnores },
  { name: 'binary files, executable bits and links', make: withBinaryAndLinks },
  { name: 'unicode and spaces in paths', make: withNames },
  { name: 'line endings by attributes', make: withCrlf },
  { name: 'line endings by configuration', make: withAutocrlf },
  { name: 'LFS pointers', make: withLfsPointers },
  { name: 'a submodule with changes', make: withSubmodule },
  { name: 'a submodule on another commit', make: withMovedSubmodule },
  { name: 'a merge in progress', make: withConflict },
  { name: 'a detached HEAD', make: detached },
  { name: 'packed refs, tags and packs', make: packed },
  { name: 'a shallow clone', make: shallow },
  { name: 'an index of version 4', make: indexVersion4 },
  { name: 'a repository inside', make: nestedRepository },
];

export { commitAll, linkedWorktree, plain, withChanges, withConflict, withMerge };
