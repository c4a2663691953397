/** @covers Git: a full volume is said to be full, and is not healthy */

import * as files from 'node:fs/promises';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

let isFull = false;
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  async writeFile(path: string, data: string, options?: object) {
    // The file is made, but takes no byte.
    await writeFile(path, isFull ? '' : data, options);
    if (isFull && data !== '') throw full();
  },
}));
const { passFence } = await import('../../functions/src/service-git/fence.ts');
const { requireWritableVolume } = await import('../../functions/src/service-git/find-project.ts');

let volume: string;
beforeEach(async () => {
  volume = await mkdtemp(join(tmpdir(), 'sightline-full-'));
  await writeFile(join(volume, '.sightline-volume'), '');
  isFull = false;
});
afterEach(() => rm(volume, { recursive: true }));

test('a change on a full volume is refused as one, and leaves nothing behind', async () => {
  isFull = true;
  await expect(passFence(volume, 3)).rejects.toMatchObject({ code: 'git_disk_full' });
  expect(await readdir(volume)).toEqual(['.sightline-volume']);
  isFull = false;
  await passFence(volume, 3);
});

test('a full volume is not healthy', async () => {
  isFull = true;
  await expect(requireWritableVolume(volume)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(volume)).toEqual(['.sightline-volume']);
  isFull = false;
  await requireWritableVolume(volume);
});
