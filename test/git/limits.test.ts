/**
 * What is too large to be parsed or answered: it is shown and merged as other text, or refused, before memory is taken.
 * @covers Contract 7 Engine: memory
 */
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { compareFlows } from '../../packages/git/src/flows/compare-flows.ts';
import { LARGEST_FLOW, parseFlow } from '../../packages/git/src/flows/flow.ts';
import { mergeCommits } from '../../packages/git/src/merge/merge-commits.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { commitAll, plain } from './fixtures.ts';
import { git, removeFolders, write } from './native.ts';

afterAll(removeFolders);
afterEach(() => void jest.restoreAllMocks());

const node = (id: string, more = ''): string => `{"id":"${id}","type":"tab"${more}}`;

describe('a flow file', () => {
  test.each(['{"images":[],"annotations":[]}', '\ufeff \n {"a":[1]}', '"text"', '12'])(
    'is an array: %j is not parsed to find out',
    (text) => {
      const parsed = jest.spyOn(JSON, 'parse');
      expect(parseFlow(text)).toBeUndefined();
      expect(parsed).not.toHaveBeenCalled();
    },
  );

  test.each(['[', '\ufeff[', '\r\n\t ['])('may start with %j', (start) => {
    expect(parseFlow(`${start}${node('a')}]`)?.size).toBe(1);
  });

  test('has at most 4 MiB; a larger one is not parsed', () => {
    const flow = `[${node('a')}]`;
    expect(parseFlow(flow.padEnd(LARGEST_FLOW))?.size).toBe(1);
    const parsed = jest.spyOn(JSON, 'parse');
    expect(parseFlow(flow.padEnd(LARGEST_FLOW + 1))).toBeUndefined();
    expect(parsed).not.toHaveBeenCalled();
  });

  test('has at most 250,000 values', () => {
    const flow = (values: number): string => `[${node('a', `,"wires":[${'0,'.repeat(values)}0]`)}]`;
    expect(compareFlows('', flow(1_000))).toBeDefined();
    expect(compareFlows('', flow(250_000))).toBeUndefined();
  });
});

describe('a commit', () => {
  let folder: string;
  const show = async (): Promise<object> =>
    requireOperation('show').run(await openRepository(folder), { commitRef: 'HEAD' });
  const tooLarge = { code: 'git_too_large', status: 413 };

  beforeEach(() => {
    folder = plain();
  });

  test('with a flow file that is too large is shown with its lines alone', async () => {
    write(folder, 'flows.json', `[\n${node('a')}\n]${' '.repeat(LARGEST_FLOW)}\n`);
    write(folder, 'small.json', `[${node('a')}]\n`);
    commitAll(folder, 'large', 1);
    const file = (path: string, more: object) => expect.objectContaining({ path, ...more });
    const { files } = (await show()) as { files: object[] };
    expect(files).toEqual([
      file('flows.json', { insertions: 3 }),
      file('small.json', { flows: expect.anything() }),
    ]);
    expect(files[0]).not.toHaveProperty('flows');
    git(folder, 'rm', '-q', '--cached', 'flows.json');
    git(folder, 'add', '-N', 'flows.json');
    const unstaged = await requireOperation('diff').run(await openRepository(folder), {});
    expect(unstaged).toMatchObject({ files: [{ path: 'flows.json', insertions: 3 }] });
    expect(unstaged).not.toMatchObject({ files: [{ flows: expect.anything() }] });
  });

  test('of more than 500,000 lines is refused', async () => {
    write(folder, 'empty-lines.txt', '\n'.repeat(500_001));
    commitAll(folder, 'large', 1);
    await expect(show()).rejects.toMatchObject(tooLarge);
    write(folder, 'empty-lines.txt', '\n'.repeat(500_000));
    git(folder, 'commit', '-qam', 'smaller', '--amend');
    expect(await show()).toMatchObject({ files: [{ insertions: 500_000 }] });
  });

  test('whose diff has more than 16 MiB is refused', async () => {
    write(folder, 'long-lines.txt', `${'x'.repeat(1_024 * 1_024 - 1)}\n`.repeat(17));
    commitAll(folder, 'large', 1);
    await expect(show()).rejects.toMatchObject(tooLarge);
  });

  test('merges a flow file that is too large by lines, and a conflict in it is one of the file', async () => {
    const rest = [1, 2, 3, 4, 5].map((id) => node(`x${id}`, `,"info":"${' '.repeat(1_000_000)}"`));
    const large = (first: string, last: string): string => `[\n${[first, ...rest, last].join(',\n')}\n]\n`;
    write(folder, 'flows.json', large(node('a'), node('z')));
    commitAll(folder, 'base', 1);
    git(folder, 'checkout', '-q', '-b', 'side');
    write(folder, 'flows.json', large(node('a', ',"x":1'), node('z')));
    commitAll(folder, 'theirs', 2);
    git(folder, 'checkout', '-q', 'main');
    const theirs = git(folder, 'rev-parse', 'side').trim();
    const merge = async (first: string, last: string) => {
      write(folder, 'flows.json', large(first, last));
      commitAll(folder, 'ours', 3);
      const ours = git(folder, 'rev-parse', 'HEAD').trim();
      return mergeCommits(await openRepository(folder), [ours, theirs], { files: {}, nodes: {} });
    };
    const { tree, conflicted } = await merge(node('a'), node('z', ',"y":2'));
    expect(conflicted).toEqual([]);
    const merged = git(folder, 'show', `${tree}:flows.json`);
    expect(merged === large(node('a', ',"x":1'), node('z', ',"y":2'))).toBe(true);
    expect(await merge(node('a', ',"y":2'), node('z'))).toMatchObject({
      conflicted: ['flows.json'],
      flowConflicts: [],
    });
  });
});
