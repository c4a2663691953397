/**
 * Postdeploy hook: adds the rules of rules/storage.lifecycle.json to the bucket, which delete temporary archives.
 * Other rules of the bucket are kept.
 *
 *   node deploy/bucket-lifecycle.ts [--project <project>] [--dry-run]
 *
 * --project defaults to GCLOUD_PROJECT, which hooks receive. STORAGE_BUCKET is a parameter of the deployment.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { runHook } from './update-bucket.ts';

const FILE = resolve(import.meta.dirname, '../rules/storage.lifecycle.json');

interface Bucket {
  lifecycle_config?: { rule?: object[] };
}

/** All rules that the bucket should have, or null if ours are there already. */
export function missingLifecycle({ lifecycle_config }: Bucket): { rule: object[] } | null {
  const standing = lifecycle_config?.rule ?? [];
  const { rule: ours } = JSON.parse(readFileSync(FILE, 'utf8')) as { rule: object[] };
  const missing = ours.filter((rule) => !standing.some((each) => isDeepStrictEqual(each, rule)));
  return missing.length === 0 ? null : { rule: [...standing, ...missing] };
}

if (import.meta.main)
  await runHook({
    name: 'bucket-lifecycle',
    option: '--lifecycle-file',
    unchanged: 'has its lifecycle rules.',
    change: missingLifecycle,
  });
