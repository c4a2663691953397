/** A postdeploy hook that gives each bucket a setting which `firebase deploy` does not have. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCommand } from '../functions/src/common/command-line.ts';
import { askGcloud, commandLine, runGcloud } from './gcloud.ts';
import { findBuckets, readParameters } from './read-parameters.ts';

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

async function updateBucket(setting: BucketSetting): Promise<void> {
  const { name } = setting;
  const { values } = parseCommand(`npm run ${name}`, `npm run ${name} -- [--project=ID] [--dry-run]`, {
    options: { project: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const project = values.project ?? process.env.GCLOUD_PROJECT;
  if (!project) throw new Error('Whose bucket is it? --project=ID');
  const parameters = { ...(await readParameters(project)), ...process.env };
  for (const found of await findBuckets(project, parameters, askGcloud)) {
    const bucket = `gs://${found.name}`;
    if (!values['dry-run'] && !found.description)
      throw new Error(`${bucket} cannot be read: does it exist, and may this account describe it?`);
    const content = setting.change(found.description ?? {}, project, parameters);
    if (content) update(setting, bucket, content, values['dry-run']);
    else console.log(`${bucket} ${setting.unchanged}`);
  }
}

function update({ name, option }: BucketSetting, bucket: string, content: object, isDry: boolean): void {
  const command = (file: string) => ['storage', 'buckets', 'update', bucket, `${option}=${file}`];
  if (isDry) console.log(`${commandLine(command(`${name}.json`))}\n${JSON.stringify(content, null, 2)}`);
  else withFile(`${name}.json`, content, (file) => runGcloud(command(file)));
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
