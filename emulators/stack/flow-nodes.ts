/** Builds this repository's camera nodes into a flow editor's user directory. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = resolve(import.meta.dirname, '../../flow-nodes');
export const NODES_NAME = 'node-red-contrib-sightline';

/** @returns the folder of the package */
export async function installNodes(userDirectory: string): Promise<string> {
  const folder = join(userDirectory, 'node_modules', NODES_NAME);
  await mkdir(folder, { recursive: true });
  await copyFile(join(SOURCE, 'package.json'), join(folder, 'package.json'));
  await promisify(execFile)(process.execPath, [join(SOURCE, 'build.ts'), join(folder, 'dist')]);
  return folder;
}
