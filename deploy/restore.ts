/**
 * Brings back what `npm run backup` kept: objects, then records. What came later than the backup stays.
 *
 *   npm run restore -- --project <project> --from gs://<bucket>[/<folder>] --at 2026-11-21T0300 [--dry-run]
 */
import { parseArgs } from 'node:util';
import { placeOf, requireBackup, restoreCommands, runAll } from './backup.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      from: { type: 'string' },
      at: { type: 'string', default: '' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const place = await placeOf(values.project, requireBackup(values.from, '--from'));
  if (!/^\d{4}-\d\d-\d\dT\d{4}$/.test(values.at))
    throw new Error(
      `--at must be like 2026-11-21T0300; gcloud storage ls ${place.backup}/firestore lists them.`,
    );
  runAll(restoreCommands(place, values.at), values['dry-run']);
  console.log(`Then: npm run sweep -- --project ${place.project} --dry-run`);
}

await main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
