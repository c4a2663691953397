/**
 * Backs up records and objects into a bucket, preferably in another project.
 *
 *   npm run backup -- --project <project> --to gs://<bucket>[/<folder>] [--dry-run]
 *
 * Records go to `<to>/firestore/<time>`, objects to `<to>/objects`, and the name of their bucket to `<to>/bucket.txt`: records
 * name their objects with the bucket, so they are of use only together with it. An object never changes, so only new ones
 * are copied and none is removed. Records are exported first: an object exists before its record, so every record finds its
 * object.
 */
import { parseCommand } from '../functions/src/common/command-line.ts';
import { askGcloud, commandLine, readObject, runGcloud, writeObject } from './gcloud.ts';
import { findBucket, readParameters } from './read-parameters.ts';

export interface Place {
  project: string;
  /** Bucket of the images, without `gs://`. */
  bucket: string;
  /** `gs://...`, without a trailing slash. */
  backup: string;
}

/** Archives expire after a day. A regular expression on the path in the bucket. */
const NOT_KEPT = '^(archive|import)/.*';

/** @param at for example `2026-11-21T0300` */
export const backupCommands = ({ project, bucket, backup }: Place, at: string): string[][] => [
  ['firestore', 'export', `${backup}/firestore/${at}`, '--database=(default)', `--project=${project}`],
  ['storage', 'rsync', `gs://${bucket}`, `${backup}/objects`, '--recursive', `--exclude=${NOT_KEPT}`],
];

/** Objects first, so that every restored record finds its object. */
export const restoreCommands = ({ project, bucket, backup }: Place, at: string): string[][] => [
  ['storage', 'rsync', `${backup}/objects`, `gs://${bucket}`, '--recursive'],
  ['firestore', 'import', `${backup}/firestore/${at}`, '--database=(default)', `--project=${project}`],
];

/** @throws one sentence if the address is not a bucket or folder */
export function requireBackup(address: string | undefined, option: string): string {
  const plain = address?.replace(/\/+$/, '') ?? '';
  if (/^gs:\/\/[a-z0-9][\w.-]+[a-z0-9](\/[\w-][\w.-]*)*$/.test(plain)) return plain;
  throw new Error(`${option} must be like gs://your-backups, not "${address ?? ''}".`);
}

const noteOf = (backup: string): string => `${backup}/bucket.txt`;

/**
 * Records name their objects with the bucket: nothing could read them in another one.
 * @returns whether the backup says which bucket it is of; not, if it is new or was made by an earlier version
 * @throws one sentence if it is the backup of another bucket
 */
export function requireSameBucket({ bucket, backup }: Place): boolean {
  const noted = readObject(noteOf(backup))?.trim();
  if (noted && noted !== bucket)
    throw new Error(
      `${backup} is the backup of gs://${noted}, not of gs://${bucket}: its records name objects in gs://${noted}. docs/operate/runbook.md says what a new project needs.`,
    );
  return Boolean(noted);
}

function noteBucket({ bucket, backup }: Place, isDry: boolean): void {
  console.log(`echo ${bucket} | ${commandLine(['storage', 'cp', '-', noteOf(backup)])}`);
  if (!isDry) writeObject(noteOf(backup), `${bucket}\n`);
}

/** UTC, to the minute; sortable and safe in paths. */
export const timeName = (date: Date): string => date.toISOString().slice(0, 16).replace(':', '');

export async function placeOf(project: string | undefined, backup: string): Promise<Place> {
  if (!project) throw new Error('Which project? --project <project>');
  const { name: bucket } = await findBucket(project, await readParameters(project), askGcloud);
  return { project, bucket, backup };
}

export function runAll(commands: readonly string[][], isDry: boolean): void {
  for (const command of commands) {
    console.log(commandLine(command));
    if (!isDry) runGcloud(command);
  }
}

async function main(): Promise<void> {
  const { values } = parseCommand(
    'npm run backup',
    'npm run backup -- --project=ID --to=gs://BUCKET/FOLDER [--dry-run]',
    {
      options: {
        project: { type: 'string' },
        to: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    },
  );
  const place = await placeOf(values.project, requireBackup(values.to, '--to'));
  const at = timeName(new Date());
  if (!requireSameBucket(place)) noteBucket(place, values['dry-run']);
  runAll(backupCommands(place, at), values['dry-run']);
  console.log(`Back again: npm run restore -- --project ${place.project} --from ${place.backup} --at ${at}`);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
}
