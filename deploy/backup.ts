/**
 * A backup of records and objects into a bucket, best of another project.
 *
 *   npm run backup -- --project <project> --to gs://<bucket>[/<folder>] [--dry-run]
 *
 * Records go to `<to>/firestore/<time>`, objects are added to `<to>/objects`: an object never changes, so only new ones are
 * copied, and none is taken away. Records first: an object is there before its record, so every record finds its object.
 */
import { parseArgs } from 'node:util';
import { commandLine, runGcloud } from './gcloud.ts';
import { bucketOf, readParameters } from './read-parameters.ts';

export interface Place {
  project: string;
  /** Of the images, without `gs://`. */
  bucket: string;
  /** `gs://...`, without a slash at the end. */
  backup: string;
}

/** Archives are gone after a day anyway. A regular expression on the path below the bucket. */
const NOT_KEPT = '^archive/.*';

/** @param at such as `2026-11-21T0300` */
export const backupCommands = ({ project, bucket, backup }: Place, at: string): string[][] => [
  ['firestore', 'export', `${backup}/firestore/${at}`, '--database=(default)', `--project=${project}`],
  ['storage', 'rsync', `gs://${bucket}`, `${backup}/objects`, '--recursive', `--exclude=${NOT_KEPT}`],
];

/** Objects first, so that every record that comes back finds its own. */
export const restoreCommands = ({ project, bucket, backup }: Place, at: string): string[][] => [
  ['storage', 'rsync', `${backup}/objects`, `gs://${bucket}`, '--recursive'],
  ['firestore', 'import', `${backup}/firestore/${at}`, '--database=(default)', `--project=${project}`],
];

/** @throws one sentence for what is no address of a bucket or folder */
export function requireBackup(address: string | undefined, option: string): string {
  const plain = address?.replace(/\/+$/, '') ?? '';
  if (/^gs:\/\/[a-z0-9][\w.-]+[a-z0-9](\/[\w-][\w.-]*)*$/.test(plain)) return plain;
  throw new Error(`${option} must be like gs://your-backups, not "${address ?? ''}".`);
}

/** Minutes, in UTC, sortable, without a character that paths do not like. */
export const timeName = (date: Date): string => date.toISOString().slice(0, 16).replace(':', '');

export async function placeOf(project: string | undefined, backup: string): Promise<Place> {
  if (!project) throw new Error('Which project? --project <project>');
  return { project, bucket: bucketOf(project, await readParameters(project)), backup };
}

export function runAll(commands: readonly string[][], isDry: boolean): void {
  for (const command of commands) {
    console.log(commandLine(command));
    if (!isDry) runGcloud(command);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      to: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const place = await placeOf(values.project, requireBackup(values.to, '--to'));
  const at = timeName(new Date());
  runAll(backupCommands(place, at), values['dry-run']);
  console.log(`Back again: npm run restore -- --project ${place.project} --from ${place.backup} --at ${at}`);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
