/** @covers Contract 7 operations against native git over many kinds of repository */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { diffTrees, EMPTY_TREE } from '../../packages/git/src/diff/diff-trees.ts';
import { parseRaw } from '../../packages/git/src/diff/parse-raw.ts';
import { walkTrees } from '../../packages/git/src/diff/walk-trees.ts';
import { closeCatFiles } from '../../packages/git/src/process/cat-file.ts';
import { decodePath } from '../../packages/git/src/process/records.ts';
import { openRepository, type Repository } from '../../packages/git/src/repository.ts';
import { fc } from '../support/fast-check.ts';
import { faultOf } from './fault-of.ts';
import { git, newRepository, removeFolders } from './native.ts';
import { type RawEntry, rawBlob, rawCommit, rawTree } from './raw-objects.ts';

/** Two trees are compared without a process of its own; git says what the answer is. */
let folder = '';
let repository: Repository;
let blobs: string[] = [];

beforeAll(async () => {
  folder = newRepository();
  repository = await openRepository(folder);
  blobs = ['one', 'two'].map((text) => rawBlob(folder, text));
});

afterAll(() => {
  closeCatFiles();
  removeFolders();
});

type Leaf = readonly [mode: string, content: number];
interface Folder {
  readonly [name: string]: Leaf | Folder;
}

const isLeaf = (each: Leaf | Folder): each is Leaf => Array.isArray(each);

function treeOf(contents: Folder): string {
  const entries = Object.entries(contents).flatMap(([name, each]): RawEntry[] => {
    if (!isLeaf(each)) return [{ mode: '40000', name, oid: treeOf(each) }];
    return [{ mode: each[0], name, oid: blobs[each[1]] as string }];
  });
  const key = ({ mode, name }: RawEntry) => Buffer.from(mode === '40000' ? `${name}/` : name);
  return rawTree(
    folder,
    entries.sort((a, b) => Buffer.compare(key(a), key(b))),
  );
}

const gitSays = (from: string, to: string) => {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, to];
  return parseRaw(Buffer.from(git(folder, ...args)), decodePath).changes;
};

// `100664` is what old programs wrote.
const leaf = fc.tuple(fc.constantFrom('100644', '100755', '120000', '160000', '100664'), fc.nat(1));
const { root } = fc.letrec<{ root: Folder; each: Leaf | Folder }>((tie) => ({
  root: fc.dictionary(fc.constantFrom('a', 'a.b', 'a-b', 'ab', 'ä', 'z'), tie('each'), { maxKeys: 4 }),
  each: fc.oneof({ maxDepth: 3 }, leaf, tie('root')),
}));

test('two trees differ as git says, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(root, root, async (one, other) => {
      const [from, to] = [treeOf(one), treeOf(other)];
      expect(await walkTrees(repository, from, to)).toEqual(gitSays(from, to));
    }),
    { numRuns: 25 },
  );
});

test('commits have trees, and nothing has none', async () => {
  const tree = treeOf({ 'part 1': { a: ['100644', 0] } });
  const commit = rawCommit(folder, tree);
  const added = [{ path: 'part 1/a', letter: 'A', before: null, after: { mode: '100644', oid: blobs[0] } }];
  expect(await walkTrees(repository, EMPTY_TREE, commit)).toEqual(added);
  expect(await walkTrees(repository, commit, tree)).toEqual([]);
});

test('a name that JSON cannot hold is refused, if it differs', async () => {
  const odd = { mode: '100644', name: Buffer.from([0x61, 0xff]), oid: blobs[0] as string };
  const [from, to] = [rawTree(folder, [odd]), rawTree(folder, [{ ...odd, oid: blobs[1] as string }])];
  expect(await faultOf(walkTrees(repository, from, to))).toMatchObject({
    code: 'git_unsupported_name',
  });
  expect(await walkTrees(repository, from, from)).toEqual([]);
});

test('git compares what is too much for us, or malformed', async () => {
  const parts = (content: number): Folder =>
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`part${at}`, { a: ['100644', content] }]));
  const [from, to] = [treeOf(parts(0)), treeOf(parts(1))];
  expect(await walkTrees(repository, from, to)).toBeNull();
  expect(await diffTrees(repository, from, to)).toEqual(gitSays(from, to));
  const many = Array.from({ length: 2000 }, (_, at) => [`file${at}`, ['100644', 1]] as const);
  const large = treeOf(Object.fromEntries(many));
  expect(await walkTrees(repository, from, large)).toBeNull();
  expect(await diffTrees(repository, from, large)).toEqual(gitSays(from, large));
  const twice = { mode: '100644', name: 'a', oid: blobs[0] as string };
  expect(await walkTrees(repository, rawTree(folder, [twice, twice]), to)).toBeNull();
  expect(await walkTrees(repository, 'f'.repeat(40), to)).toBeNull();
  await expect(diffTrees(repository, blobs[0] as string, to)).rejects.toThrow('diff-tree');
});
