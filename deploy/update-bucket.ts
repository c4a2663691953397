/** A postdeploy hook that gives the bucket a setting which `firebase deploy` does not have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { findBucket, readParameters } from './read-parameters.ts';

export interface BucketSetting {
  /** npm script. */
  name: string;
  /** Option of `gcloud storage buckets update` that takes a JSON file. */
  option: string;
  /** Printed if there is nothing to change. */
  unchanged: string;
  /**
   * Content of the file.
   * @param bucket gcloud's description; empty for a dry run that cannot read it
   * @returns null if the bucket has the setting already
   */
  change(bucket: object, project: string, parameters: Record<string, string | undefined>): object | null;
}

/** Runs the command, and reports a failure in one sentence. */
export const runHook = (setting: BucketSetting): Promise<void> =>
  updateBucket(setting).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });

async function updateBucket({ name, option, unchanged, change }: BucketSetting): Promise<void> {
  const { values } = parseCommand(`npm run ${name}`, `npm run ${name} -- [--project=ID] [--dry-run]`, {
    options: { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const project = values.project ?? process.env.GCLOUD_PROJECT;
  if (!project) throw new Error('Whose bucket is it? --project=ID');
  const parameters = { ...(await readParameters(project)), ...process.env };
  const found = await findBucket(project, parameters, askGcloud);
  const bucket = `gs://${found.name}`;
  const update = (file: string) => ['storage', 'buckets', 'update', bucket, `${option}=${file}`];
  const dry = values['dry-run'];
  if (!dry && !found.description)
    throw new Error(`${bucket} cannot be read: does it exist, and may this account describe it?`);
  const content = change(found.description ?? {}, project, parameters);
  if (!content) return console.log(`${bucket} ${unchanged}`);
  if (dry) return console.log(`${commandLine(update(`${name}.json`))}\n${JSON.stringify(content, null, 2)}`);
  withFile(`${name}.json`, content, (file) => runGcloud(update(file)));
}

function withFile(name: string, content: object, use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bucket-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
