/** `npm run build:docs`: builds the API page that Hosting serves at `/docs/` (`hosting.public` of firebase.json). */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PAGE_FILES } from './page-files.ts';

const PUBLIC = resolve(import.meta.dirname, '../../.hosting/docs');

export async function buildPage(directory = PUBLIC): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  await Promise.all(
    [...PAGE_FILES].map(async ([name, read]) => writeFile(join(directory, name), await read())),
  );
}

if (import.meta.main) await buildPage();
