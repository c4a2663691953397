/** Checks the bucket of the images, and the settings that the deployment's hooks give it. */
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { missingCors } from '../bucket-cors.ts';
import { missingLifecycle } from '../bucket-lifecycle.ts';
import { findBucket } from '../read-parameters.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, note, ok } from './finding.ts';

export const GET_BUCKET = 'Firebase console, Storage, Get started';

export async function checkBucket({ gcloud, project, parameters, isBefore }: Deployment): Promise<Finding> {
  const found = await findBucket(project, parameters, gcloud);
  const name = `gs://${found.name}`;
  if (!found.description) return missing('Bucket', `${name} cannot be seen`, GET_BUCKET);
  if (isBefore) return ok('Bucket', name);
  if (missingLifecycle(found.description))
    return missing(
      'Bucket',
      `${name} keeps archives for ever`,
      `npm run bucket-lifecycle -- --project ${project}`,
    );
  return ok('Bucket', `${name}, archives expire`);
}

/** How a bucket should be, and the options of `gcloud storage buckets update` for that. */
const KEEPING: readonly [what: string, is: (bucket: Described) => boolean, options: readonly string[]][] = [
  [
    'uniform access',
    (bucket) => bucket.uniform_bucket_level_access === true,
    ['--uniform-bucket-level-access'],
  ],
  [
    'no public access',
    (bucket) => bucket.public_access_prevention === 'enforced',
    ['--public-access-prevention'],
  ],
  [
    'deleted objects kept for 30 days',
    (bucket) => Number(bucket.soft_delete_policy?.retentionDurationSeconds ?? 0) >= 30 * 86_400,
    ['--soft-delete-duration=30d'],
  ],
  [
    'Autoclass',
    ({ autoclass }) => autoclass?.enabled === true && autoclass.terminalStorageClass === 'ARCHIVE',
    ['--enable-autoclass', '--autoclass-terminal-storage-class=ARCHIVE'],
  ],
];

interface Described {
  uniform_bucket_level_access?: boolean;
  public_access_prevention?: string;
  soft_delete_policy?: { retentionDurationSeconds?: string | number };
  autoclass?: { enabled?: boolean; terminalStorageClass?: string };
}

/** What the bucket lacks, by gcloud's description of it. */
export function absentKeeping(bucket: object): { what: string[]; options: string[] } {
  const absent = KEEPING.filter(([, is]) => !is(bucket));
  return { what: absent.map(([what]) => what), options: absent.flatMap(([, , options]) => options) };
}

/** What is not so costs money, or the way back; the deployment goes on without. */
export async function checkKeeping({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const { name, description } = await findBucket(project, parameters, gcloud);
  if (!description) return missing('Keeping', `gs://${name} cannot be seen`, GET_BUCKET);
  const { what } = absentKeeping(description);
  if (what.length === 0) return ok('Keeping', 'deleted objects for 30 days, old ones in colder classes');
  return note('Keeping', `gs://${name} has not: ${what.join(', ')}`, `npm run setup -- --project ${project}`);
}

export async function checkCors({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const what = 'Pages';
  const { name, description } = await findBucket(project, parameters, gcloud);
  if (!description) return missing(what, `gs://${name} cannot be seen`, GET_BUCKET);
  const origins = allowedOrigins(project, parameters.CORS_ORIGINS).join(', ');
  if (!missingCors(description, project, parameters)) return ok(what, `${origins} may read files by links`);
  return missing(
    what,
    `gs://${name} does not let ${origins} read files by links`,
    `npm run bucket-cors -- --project ${project}`,
  );
}
