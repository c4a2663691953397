/**
 * Postdeploy hook: gives the bucket the lifecycle rules of rules/storage.lifecycle.json, which remove temporary archives.
 * `firebase deploy` has no setting for them. Rules that the bucket has otherwise stay.
 *
 *   node deploy/bucket-lifecycle.ts [--dry-run]
 *
 * GCLOUD_PROJECT, which a hook has in its environment; STORAGE_BUCKET, a parameter of the deployment.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { bucketOf, readParameters } from './read-parameters.ts';

const FILE = resolve(import.meta.dirname, '../rules/storage.lifecycle.json');

interface Bucket {
  lifecycle_config?: { rule?: object[] };
}

/** All rules that the bucket should have, or null where it has ours already. */
export function joinRules(standing: readonly object[], ours: readonly object[]): object[] | null {
  const missing = ours.filter((rule) => !standing.some((each) => isDeepStrictEqual(each, rule)));
  return missing.length === 0 ? null : [...standing, ...missing];
}

async function main(): Promise<void> {
  const project = process.env.GCLOUD_PROJECT;
  if (!project) throw new Error('GCLOUD_PROJECT is not set: whose bucket is it?');
  const bucket = `gs://${bucketOf(project, { ...(await readParameters(project)), ...process.env })}`;
  const update = (file: string) => ['storage', 'buckets', 'update', bucket, `--lifecycle-file=${file}`];
  if (process.argv.includes('--dry-run')) return console.log(commandLine(update(FILE)));
  const { rule: ours } = JSON.parse(readFileSync(FILE, 'utf8')) as { rule: object[] };
  const { lifecycle_config: standing } = askGcloud(['storage', 'buckets', 'describe', bucket]) as Bucket;
  const rule = joinRules(standing?.rule ?? [], ours);
  if (!rule) return console.log(`${bucket} has its lifecycle rules.`);
  const folder = mkdtempSync(join(tmpdir(), 'sightline-lifecycle-'));
  try {
    const file = join(folder, 'lifecycle.json');
    writeFileSync(file, JSON.stringify({ rule }));
    runGcloud(update(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
