/** The parameters of a deployment, from where `firebase deploy` keeps them. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

export const FUNCTIONS = resolve(import.meta.dirname, '../functions');

/** `functions/.env`, then `functions/.env.<project>`, as the command line reads them; a later value wins. */
export async function readParameters(
  project: string,
  directory = FUNCTIONS,
): Promise<Record<string, string | undefined>> {
  const files = ['.env', `.env.${project}`].map((name) => resolve(directory, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(ifAbsent)));
  return Object.assign({}, ...texts.map((text) => parseEnv(text)));
}

/** The name of the bucket of the images. */
export const bucketOf = (project: string, { STORAGE_BUCKET }: Record<string, string | undefined>): string =>
  STORAGE_BUCKET || `${project}.firebasestorage.app`;

function ifAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
