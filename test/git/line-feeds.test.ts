/**
 * Line feeds in names and in configuration: they never end a question to the shared `git cat-file`.
 * @covers Git: line feeds in names and upstreams
 */
import { afterAll, expect, test } from '@jest/globals';
import { mergeCommits } from '../../packages/git/src/merge/merge-commits.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { findOid, readBlob } from '../../packages/git/src/process/cat-file.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { commitAll, plain } from './fixtures.ts';
import { git, removeFolders, write } from './native.ts';

afterAll(removeFolders);

const head = (folder: string): string => git(folder, 'rev-parse', 'HEAD').trim();

test.each(['a\nb.json', 'x\ncontents HEAD:a.txt\ninfo z.json'])(
  'both sides changed a flow file named %j: its nodes merge from their base, and later questions get their own answers',
  async (name) => {
    const folder = plain();
    const node = (id: string, more = ''): string => `{"id":"${id}","type":"tab"${more}},\n`;
    const rest = `${node('x')}${node('y')}${node('z')}{"id":"w","type":"tab"}]\n`;
    write(folder, name, `[\n${node('a')}${rest}`);
    commitAll(folder, 'base', 1);
    git(folder, 'checkout', '-q', '-b', 'side');
    write(folder, name, `[\n${node('a', ',"x":1')}${rest}`);
    commitAll(folder, 'theirs', 2);
    git(folder, 'checkout', '-q', 'main');
    write(folder, name, `[\n${node('a')}${rest.replace('"w"', '"v"')}`);
    commitAll(folder, 'ours', 3);
    const repository = await openRepository(folder);
    const [ours, theirs] = [head(folder), git(folder, 'rev-parse', 'side').trim()];
    const merged = await mergeCommits(repository, [ours, theirs], { files: {}, nodes: {} });
    expect(merged.conflicted).toEqual([]);
    const flow: unknown = JSON.parse(git(folder, 'show', `${merged.tree}:${name}`));
    expect(flow).toMatchObject([{ id: 'a', x: 1 }, { id: 'x' }, { id: 'y' }, { id: 'z' }, { id: 'v' }]);
    expect(await findOid(repository, 'HEAD')).toBe(ours);
    expect((await readBlob(repository, git(folder, 'rev-parse', 'HEAD:a.txt').trim())).toString()).toBe(
      'one\ntwo\n',
    );
  },
);

test('the upstream of a branch may contain one in the configuration: it counts as gone', async () => {
  const folder = plain();
  git(folder, 'config', 'branch.main.remote', 'origin');
  git(folder, 'config', 'branch.main.merge', 'refs/heads/x\ninfo HEAD');
  const repository = await openRepository(folder);
  const info = requireOperation('project-info').run(repository, undefined);
  expect(await info).toMatchObject({ ahead: 0, behind: 0 });
  expect(await findOid(repository, 'HEAD:a.txt')).toBe(git(folder, 'rev-parse', 'HEAD:a.txt').trim());
});
