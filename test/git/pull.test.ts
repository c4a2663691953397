/**
 * @covers Contract 7 pull: flow files merge by node, others as git merges them
 * @covers Git: silent addresses, shallow clones, branches replaced or deleted at the remote
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { pullRemote } from '../../packages/git/src/operations/pull-remote.ts';
import { readProjectInfo } from '../../packages/git/src/operations/read-project-info.ts';
import { bare, commitOurs, open, ours, pushTheirs, remote, theirs, tip, url, useClones } from './clones.ts';
import { faultOf } from './fault-of.ts';
import { forward, listen } from './http-pages.ts';
import { fsck, git, nativeStatus, tryGit, write } from './native.ts';

useClones();

const pull = async () => pullRemote(await open(), { resolutions: {} });

describe('pull', () => {
  test('fast-forwards branch, index and files', async () => {
    const there = pushTheirs('sub/other.txt', 'other\n');
    expect(await pull()).toMatchObject({ result: 'fast-forward', to: there, files: ['sub/other.txt'] });
    expect([tip(ours), nativeStatus(ours), fsck(ours)]).toEqual([there, [], '']);
    expect(await pull()).toMatchObject({ result: 'up-to-date', files: [] });
  });

  test('merges changes of both sides to one file into the same tree as native git', async () => {
    pushTheirs('notes.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\n');
    commitOurs('notes.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    git(theirs, 'fetch', '-q', ours, 'main');
    git(theirs, 'merge', '-q', '--no-edit', 'FETCH_HEAD');
    expect(await pull()).toMatchObject({ result: 'merge', files: ['notes.txt'] });
    expect(tip(ours, 'HEAD^{tree}')).toBe(tip(theirs, 'HEAD^{tree}'));
    expect(git(ours, 'log', '-1', '--format=%P').trim().split(' ')).toHaveLength(2);
    expect([nativeStatus(ours), fsck(ours)]).toEqual([[], '']);
  });

  test('in a conflict names the files and does not change branch, index and files', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    const before = commitOurs('notes.txt', 'ours\n');
    write(ours, 'flows.json', 'not yet committed');
    const found = await faultOf(pull());
    expect(found).toMatchObject({
      code: 'git_pull_merge_conflict',
      status: 409,
      extra: { conflicted: ['notes.txt'] },
    });
    expect([tip(ours), nativeStatus(ours)]).toEqual([before, ['.M flows.json']]);
    expect(readFileSync(join(ours, 'notes.txt'), 'utf8')).toBe('ours\n');
    expect(await readProjectInfo(await open())).toMatchObject({ state: 'clean', ahead: 1, behind: 1 });
  });

  test('takes a choice for each file in conflict', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    commitOurs('notes.txt', 'ours\n');
    const answer = await pullRemote(await open(), { resolutions: { 'notes.txt': 'theirs' } });
    expect(answer).toMatchObject({ result: 'merge', files: ['notes.txt'] });
    expect(readFileSync(join(ours, 'notes.txt'), 'utf8')).toBe('theirs\n');
    expect([nativeStatus(ours), fsck(ours)]).toEqual([[], '']);
  });

  test('merges changes to different nodes of a flow file whose lines are in conflict', async () => {
    pushTheirs('flows.json', '[{"id":"a","type":"tab"},{"id":"t","type":"debug","z":"a"}]');
    commitOurs('flows.json', '[{"id":"a","type":"tab"},{"id":"o","type":"inject","z":"a"}]');
    expect(await pull()).toMatchObject({ result: 'merge' });
    const flow: unknown = JSON.parse(readFileSync(join(ours, 'flows.json'), 'utf8'));
    expect(flow).toEqual([
      { id: 'a', type: 'tab' },
      { id: 't', type: 'debug', z: 'a' },
      { id: 'o', type: 'inject', z: 'a' },
    ]);
  });

  test('keeps uncommitted changes to other files, and is refused if it would overwrite one', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    write(ours, 'flows.json', '[]');
    write(ours, 'notes.txt', 'unsaved\n');
    const before = tip(ours);
    expect(await faultOf(pull())).toMatchObject({
      code: 'git_pull_overwrite',
      extra: { files: ['notes.txt'] },
    });
    expect([tip(ours), nativeStatus(ours)]).toEqual([before, ['.M flows.json', '.M notes.txt']]);
    git(ours, 'checkout', '-q', 'notes.txt');
    expect(await pull()).toMatchObject({ result: 'fast-forward' });
    expect(nativeStatus(ours)).toEqual(['.M flows.json']);
  });

  test('does not overwrite an untracked file', async () => {
    pushTheirs('new.txt', 'theirs\n');
    write(ours, 'new.txt', 'mine\n');
    expect(await faultOf(pull())).toMatchObject({
      code: 'git_pull_overwrite',
      extra: { files: ['new.txt'] },
    });
    expect(readFileSync(join(ours, 'new.txt'), 'utf8')).toBe('mine\n');
  });

  test('merges into nothing if somebody switches to another branch during the fetch', async () => {
    pushTheirs('new.txt', 'theirs\n');
    const before = tip(ours);
    const slow = await listen((request, response) => {
      tryGit(ours, 'checkout', '-q', '-b', 'dev');
      forward(remote.port, request, response);
    });
    try {
      git(ours, 'remote', 'set-url', 'origin', url.replace(new URL(url).origin, slow.url));
      expect(await faultOf(pull())).toMatchObject({ code: 'git_ref_moved', status: 409 });
    } finally {
      await slow.close();
    }
    expect([tip(ours, 'main'), tip(ours, 'dev'), nativeStatus(ours)]).toEqual([before, before, []]);
  });

  test('keeps a file in conflict whose name every object has as a key', async () => {
    pushTheirs('constructor', 'theirs\n');
    const before = commitOurs('constructor', 'ours\n');
    expect(await faultOf(pull())).toMatchObject({ extra: { conflicted: ['constructor'] } });
    expect([tip(ours), readFileSync(join(ours, 'constructor'), 'utf8')]).toEqual([before, 'ours\n']);
  });

  test('says so if the remote no longer has the branch, whatever an earlier fetch found', async () => {
    pushTheirs('new.txt', 'theirs\n');
    expect(await pull()).toMatchObject({ result: 'fast-forward' });
    git(bare, 'branch', '-m', 'main', 'other');
    expect(await faultOf(pull())).toMatchObject({
      code: 'git_remote_gone',
      message: expect.stringContaining('"main"'),
    });
    git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/other');
    expect(await faultOf(pull())).toMatchObject({ code: 'git_remote_gone' });
  });

  test('refuses unrelated histories, and a branch that the remote does not have', async () => {
    git(ours, 'checkout', '-q', '--orphan', 'other');
    git(ours, 'commit', '-q', '-m', 'orphan');
    expect(await faultOf(pull())).toMatchObject({ code: 'git_remote_gone' });
    const work = pullRemote(await open(), { branch: 'main', resolutions: {} });
    expect(await faultOf(work)).toMatchObject({ code: 'git_pull_unrelated_history' });
  });
});
