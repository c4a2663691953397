/** `npm run build:docs`: the folder that Hosting serves (`hosting.public` of firebase.json). */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PAGE_FILES } from './page-files.ts';

const PUBLIC = resolve(import.meta.dirname, '../../.hosting');

export async function buildPage(directory = PUBLIC): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all([...PAGE_FILES].map(([name, from]) => copyFile(from, join(directory, name))));
}

if (import.meta.main) await buildPage();
