/**
 * CONTRIBUTING's new format, in a copy of the project: it compiles, is written and read, and every list has it.
 * @covers CONTRIBUTING: a format is a folder and its lines; requests, clients, console and pages follow
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LONG_TEST } from '../support/limits.ts';
import { type Change, changesOf } from '../support/recipe.ts';
import { copyTree, type ScratchTree } from '../support/scratch-tree.ts';

let tree: ScratchTree;
let changes: Change[];
beforeAll(async () => {
  tree = await copyTree();
  changes = changesOf(await readFile(join(tree.folder, 'CONTRIBUTING.md'), 'utf8'), 'Add a format');
}, LONG_TEST);
afterAll(() => tree?.remove());

const { NODE_OPTIONS: _, JEST_WORKER_ID: __, ...env } = process.env;
const run = (...args: string[]) =>
  promisify(execFile)('npm', ['run', '-s', ...args], { cwd: tree.folder, env });
const read = (name: string): Promise<string> => readFile(join(tree.folder, name), 'utf8');

async function apply(isApplied: (path: string) => boolean): Promise<void> {
  for (const { path, applyTo } of changes.filter((each) => isApplied(each.path))) {
    await mkdir(dirname(join(tree.folder, path)), { recursive: true });
    await tree.edit(path, applyTo);
  }
}

test(
  'a format that is neither written nor read does not compile; one that is, is in every list',
  async () => {
    expect(changes).toHaveLength(8);
    await apply((path) => /\/formats?\.ts$/.test(path));
    const said = await run('types').then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    for (const file of ['writers', 'readers']) expect(said).toContain(`packages/formats/${file}.ts`);
    await apply((path) => !/\/formats?\.ts$/.test(path));
    for (const script of ['data-page', 'openapi', 'build:client']) await run(script);
    await run('types');
    await run('jest', '--', 'test/unit/jsonl-boxes.test.ts');
    for (const name of ['docs/train/versions.md', 'docs/label/import.md'])
      expect(await read(name)).toContain('| `jsonl-boxes` |');
    for (const name of ['openapi.yaml', 'client/src/api.ts', 'python/sightline/calls.py'])
      expect(await read(name)).toMatch(/\bjsonl-boxes\b/);
    const { stderr } = await run(
      'sightline',
      '--',
      'export',
      '1',
      '--dataset',
      'a',
      '--format',
      'x',
      '--to',
      'y',
    ).catch((failed: { stderr: string }) => failed);
    expect(stderr).toContain('jsonl-boxes');
  },
  LONG_TEST,
);
