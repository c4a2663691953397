/**
 * Restores what `npm run backup` saved: objects, then records, into the bucket that they came from. Anything newer than the
 * backup is kept.
 *
 *   npm run restore -- --project <project> --from gs://<bucket>[/<folder>] --at 2026-11-21T0300 [--dry-run]
 */
import { parseCommand } from '../functions/src/common/command-line.ts';
import { placeOf, requireBackup, requireSameBucket, restoreCommands, runAll } from './backup.ts';

async function main(): Promise<void> {
  const { values } = parseCommand(
    'npm run restore',
    'npm run restore -- --project=ID --from=gs://BUCKET/FOLDER --at=TIME [--dry-run]',
    {
      options: {
        project: { type: 'string' },
        from: { type: 'string' },
        at: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    },
  );
  const place = await placeOf(values.project, requireBackup(values.from, '--from'));
  const { at = '' } = values;
  if (!/^\d{4}-\d\d-\d\dT\d{4}$/.test(at))
    throw new Error(
      `--at must be like 2026-11-21T0300; gcloud storage ls ${place.backup}/firestore lists them.`,
    );
  if (!requireSameBucket(place))
    console.error(
      `${place.backup} does not say which bucket it is of: make sure that it was gs://${place.bucket}. In another one nothing can read the objects.`,
    );
  runAll(restoreCommands(place, at), values['dry-run']);
  console.log(`Then: npm run sweep -- --project ${place.project} --dry-run`);
}

await main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
