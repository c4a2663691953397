/** Reads the parameters of a deployment from the files that `firebase deploy` reads. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';

export const FUNCTIONS = resolve(import.meta.dirname, '../functions');

/** `functions/.env`, then `functions/.env.<project>`, in the command line's order; a later value wins. */
export async function readParameters(
  project: string,
  directory = FUNCTIONS,
): Promise<Record<string, string | undefined>> {
  const files = ['.env', `.env.${project}`].map((name) => resolve(directory, name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(ifAbsent)));
  return Object.assign({}, ...texts.map((text) => parseEnv(text)));
}

/** Domains of default buckets: `appspot.com` in projects created before October 2024. */
const DOMAINS = ['firebasestorage.app', 'appspot.com'];

export interface FoundBucket {
  /** Name without `gs://`. */
  name: string;
  /** gcloud's description; null if no candidate is a readable bucket. */
  description: object | null;
}

/**
 * The bucket of the images: the parameter, otherwise the project's default bucket.
 * @param describe gcloud's description of `gs://<name>`; throws if it does not exist
 */
export async function findBucket(
  project: string,
  { STORAGE_BUCKET }: Record<string, string | undefined>,
  describe: (args: readonly string[]) => unknown,
): Promise<FoundBucket> {
  return describeFirst(
    STORAGE_BUCKET ? [STORAGE_BUCKET] : DOMAINS.map((domain) => `${project}.${domain}`),
    describe,
  );
}

/** The bucket of the images, then that of temporary objects if they have one of their own. */
export async function findBuckets(
  project: string,
  parameters: Record<string, string | undefined>,
  describe: (args: readonly string[]) => unknown,
): Promise<[images: FoundBucket, ...temporary: FoundBucket[]]> {
  const images = await findBucket(project, parameters, describe);
  const { TEMPORARY_BUCKET } = parameters;
  return TEMPORARY_BUCKET ? [images, await describeFirst([TEMPORARY_BUCKET], describe)] : [images];
}

async function describeFirst(
  names: readonly string[],
  describe: (args: readonly string[]) => unknown,
): Promise<FoundBucket> {
  for (const name of names) {
    try {
      const description = await describe(['storage', 'buckets', 'describe', `gs://${name}`]);
      return { name, description: description as object | null };
    } catch {
      // The other name is tried next. If neither exists, the calling command reports it.
    }
  }
  return { name: names[0] as string, description: null };
}

function ifAbsent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
