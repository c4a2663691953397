/**
 * Differences between two versions of a flow file, by node.
 * @covers Contract 7 merge of flows by node; what a merge by lines must hold; changes of flows by node
 * @covers Contract 7 pull: flow files merge by node, others as git merges them
 */
import { afterAll, expect, test } from '@jest/globals';
import { compareFlows } from '../../packages/git/src/flows/compare-flows.ts';
import { diffChanges } from '../../packages/git/src/operations/diff-changes.ts';
import { showCommit } from '../../packages/git/src/operations/show-commit.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { git, newRepository, removeFolders, write } from './native.ts';

afterAll(removeFolders);

const flow = (...nodes: object[]): string => JSON.stringify(nodes);
const tab = { id: 't1', type: 'tab', label: 'Line 1' };
const node = (id: string, more: object = {}) => ({
  id,
  type: 'function',
  z: 't1',
  name: id,
  x: 1,
  y: 1,
  ...more,
});

test('added, changed and removed nodes are listed per tab by name, changed properties with both values', () => {
  const before = flow(tab, node('a', { rules: [{ t: 'set' }] }), node('b'), {
    id: 'c',
    type: 'mqtt-broker',
    name: 'broker',
  });
  const after = flow(tab, node('a', { func: 'return msg;', rules: [] }), node('n'), {
    id: 't2',
    type: 'tab',
    label: 'Line 2',
  });
  expect(compareFlows(before, after)).toEqual({
    layoutOnly: false,
    tabs: [
      {
        id: 't1',
        label: 'Line 1',
        status: 'changed',
        added: [{ id: 'n', type: 'function', name: 'n' }],
        removed: [{ id: 'b', type: 'function', name: 'b' }],
        changed: [
          {
            id: 'a',
            type: 'function',
            name: 'a',
            properties: ['rules', 'func'],
            changes: [
              { property: 'rules', before: '[{"t":"set"}]', after: '[]' },
              { property: 'func', before: null, after: '"return msg;"' },
            ],
          },
        ],
      },
      {
        id: 't2',
        label: 'Line 2',
        status: 'added',
        removed: [],
        changed: [],
        added: [{ id: 't2', type: 'tab', name: 'Line 2' }],
      },
      {
        id: 'global',
        label: 'Global nodes',
        status: 'changed',
        added: [],
        changed: [],
        removed: [{ id: 'c', type: 'mqtt-broker', name: 'broker' }],
      },
    ],
  });
});

test.each(['{"a":1}', '[1]', '[{"id":1}]', 'no json', '[]'])('%s is not a flow file', (other) => {
  expect(compareFlows(other, other)).toBeUndefined();
});

test.each([
  ['the spaces and the order of keys', '[{"id":"a","type":"tab"}]', '[ {"type":"tab", "id":"a"} ]\n'],
  ['how a number is written', '[{"id":"a","type":"b","x":1.0}]', '[{"id":"a","type":"b","x":1}]'],
  [
    'how a character is written',
    '[{"id":"a","type":"b","n":"\\u00fc\\/"}]',
    '[{"id":"a","type":"b","n":"ü/"}]',
  ],
  [
    'the order of nodes that stand on no bar',
    flow(tab, node('a'), node('b')),
    flow(tab, node('b'), node('a')),
  ],
])('only its layout changed: %s', (_, before, after) => {
  expect(compareFlows(before, after)).toEqual({ tabs: [], layoutOnly: true });
});

test('more than the layout changed if tabs are reordered, or a number lost digits', () => {
  const other = { id: 't2', type: 'tab' };
  expect(compareFlows(flow(tab, other), flow(other, tab))).toEqual({ tabs: [], layoutOnly: false });
  const [long, rounded] = ['12345678901234567890', '12345678901234567000'].map(
    (n) => `[{"id":"a","type":"b","n":${n}}]`,
  );
  expect(compareFlows(long ?? '', rounded ?? '')).toMatchObject({
    layoutOnly: false,
    tabs: [{ changed: [{ id: 'a' }] }],
  });
  expect(compareFlows(flow(tab), flow(tab))).toEqual({ tabs: [], layoutOnly: false });
});

test('a property named __proto__ is an ordinary one, and depth has a limit', () => {
  const named = (value: string): string => `[{"id":"a","type":"b","__proto__":${value}}]`;
  expect(compareFlows(named('1'), named('2'))?.tabs[0]?.changed[0]?.properties).toEqual(['__proto__']);
  const deep = (levels: number): string => named('['.repeat(levels) + ']'.repeat(levels));
  expect(compareFlows(deep(200_000), deep(200_001))).toBeUndefined();
  expect(compareFlows(deep(100), deep(101))?.tabs).toHaveLength(1);
});

test('each diff of a repository lists the nodes: unstaged, staged, of a commit, and between two', async () => {
  const folder = newRepository();
  const commit = (): void => void git(folder, 'commit', '-q', '-a', '-m', 'flows');
  write(folder, 'flows.json', flow(tab, node('a')));
  git(folder, 'add', '--all');
  commit();
  write(folder, 'flows.json', flow(tab, node('a'), node('b')));
  const repository = await openRepository(folder);
  const added = { files: [{ flows: { tabs: [{ id: 't1', added: [{ id: 'b' }] }] } }] };
  expect(await diffChanges(repository, { staged: false })).toMatchObject(added);
  git(folder, 'add', '--all');
  expect(await diffChanges(repository, { staged: true })).toMatchObject(added);
  commit();
  expect(await showCommit(repository, { commitRef: 'HEAD' })).toMatchObject(added);
  expect(await diffChanges(repository, { staged: false, from: 'HEAD~1', to: 'HEAD' })).toMatchObject(added);
});
