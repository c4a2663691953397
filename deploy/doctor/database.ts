/** The Firestore database. */
import type { Deployment } from './deployment.ts';
import { type Finding, ifAbsent, missing, note, ok } from './finding.ts';

interface Database {
  type?: string;
  locationId?: string;
  pointInTimeRecoveryEnablement?: string;
  deleteProtectionState?: string;
}

/** Options of `gcloud firestore databases` for what a database should have, and does not. */
export const absentProtection = (database: Database): string[] => [
  ...(database.pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED' ? [] : ['--enable-pitr']),
  ...(database.deleteProtectionState === 'DELETE_PROTECTION_ENABLED' ? [] : ['--delete-protection']),
];

/** Null: there is none. */
export async function describeDatabase({ gcloud, project }: Deployment): Promise<Database | null> {
  const command = ['firestore', 'databases', 'describe', '--database=(default)', `--project=${project}`];
  return (await gcloud(command).catch(ifAbsent)) as Database | null;
}

export async function checkDatabase(deployment: Deployment): Promise<Finding> {
  const what = 'Firestore database';
  const remedy = `npm run setup -- --project ${deployment.project}`;
  const database = await describeDatabase(deployment);
  if (!database) return missing(what, 'there is none', remedy);
  if (database.type !== 'FIRESTORE_NATIVE')
    return missing(what, `it is ${database.type}`, 'a project with Firestore in native mode');
  const { locationId, pointInTimeRecoveryEnablement } = database;
  if (pointInTimeRecoveryEnablement === 'POINT_IN_TIME_RECOVERY_ENABLED')
    return ok(what, `${locationId}, with point-in-time recovery`);
  return note(what, `${locationId}, without point-in-time recovery`, remedy);
}
