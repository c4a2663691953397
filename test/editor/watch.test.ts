/** @covers The sidebar: changes are noticed, also after a restart of the editor */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ProjectWatch } from '../../editor-plugin/src/runtime/watch-project.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { git, newRepository, removeFolders, write } from '../git/native.ts';
import { eventually } from '../support/factory.ts';

let folder: string;
let told: number;
let watching: ProjectWatch;

beforeEach(async () => {
  folder = newRepository();
  write(folder, 'flows.json', '[]');
  git(folder, 'add', '--all');
  git(folder, 'commit', '-q', '-m', 'first');
  told = 0;
  watching = new ProjectWatch(await openRepository(folder), () => {
    told++;
  });
});

afterEach(() => {
  watching.close();
  removeFolders();
});

async function untilTold(more: () => void): Promise<void> {
  const before = told;
  more();
  await eventually(() => expect(told).toBeGreaterThan(before));
}

test('A change is told whether it is to a file, the index, a branch or HEAD', async () => {
  await untilTold(() => write(folder, 'flows.json', '[1]'));
  await untilTold(() => git(folder, 'add', 'flows.json'));
  await untilTold(() => git(folder, 'branch', 'feature/deep'));
  await untilTold(() => git(folder, 'checkout', '-q', '--detach'));
});

test('A folder that is new is watched as well', async () => {
  await untilTold(() => mkdirSync(join(folder, 'lib', 'parts'), { recursive: true }));
  await untilTold(() => write(folder, 'lib/parts/one.js', '1'));
});

test('What happens together is told once, not file by file', async () => {
  await untilTold(() => {
    for (let at = 0; at < 200; at++) write(folder, `file-${at}.txt`, 'text');
  });
  await sleep(500);
  expect(told).toBeLessThan(20);
});

test("A lock of git's that comes and goes says nothing, nor does anything after the end", async () => {
  writeFileSync(join(folder, '.git', 'index.lock'), '');
  await sleep(600);
  expect(told).toBe(0);
  watching.close();
  write(folder, 'flows.json', '[2]');
  await sleep(600);
  expect(told).toBe(0);
});

test('A folder that is removed and made again at once, as builds do, is watched as before', async () => {
  await untilTold(() => write(folder, 'lib/parts/one.js', '1'));
  await untilTold(() => {
    rmSync(join(folder, 'lib'), { recursive: true });
    mkdirSync(join(folder, 'lib', 'parts'), { recursive: true });
  });
  await untilTold(() => write(folder, 'lib/parts/two.js', '2'));
});
