/** Builds this repository's plugin into a flow editor's user directory. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SOURCE = resolve(import.meta.dirname, '../../editor-plugin');
export const PLUGIN_NAME = 'node-red-contrib-sightline-git';

/** @returns the folder of the package */
export async function installPlugin(userDirectory: string): Promise<string> {
  const folder = join(userDirectory, 'node_modules', PLUGIN_NAME);
  await mkdir(folder, { recursive: true });
  await copyFile(join(SOURCE, 'package.json'), join(folder, 'package.json'));
  await promisify(execFile)(process.execPath, [join(SOURCE, 'build.ts'), join(folder, 'dist')]);
  return folder;
}
