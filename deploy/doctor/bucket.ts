/** Checks the buckets of the images and of temporary objects, and the settings that the deployment's hooks give them. */
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { missingCors } from '../bucket-cors.ts';
import { missingLifecycle } from '../bucket-lifecycle.ts';
import { findBuckets } from '../read-parameters.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, note, ok } from './finding.ts';

export const GET_BUCKET = 'Firebase console, Storage, Get started';

export async function checkBucket({ gcloud, project, parameters, isBefore }: Deployment): Promise<Finding> {
  const found = await findBuckets(project, parameters, gcloud);
  const names = found.map((each) => `gs://${each.name}`).join(', ');
  for (const [at, each] of found.entries()) {
    const name = `gs://${each.name}`;
    const mend = at === 0 ? GET_BUCKET : `npm run setup -- --project ${project}`;
    if (!each.description) return missing('Bucket', `${name} cannot be seen`, mend);
    if (!isBefore && missingLifecycle(each.description))
      return missing(
        'Bucket',
        `${name} keeps archives for ever`,
        `npm run bucket-lifecycle -- --project ${project}`,
      );
  }
  return ok('Bucket', isBefore ? names : `${names}, archives expire`);
}

type Kept = readonly [what: string, is: (bucket: Described) => boolean, options: readonly string[]];

/** How any bucket should be, and the options of `gcloud storage buckets update` for that. */
const CLOSED: readonly Kept[] = [
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
];

/** Of the images. */
const KEEPING: readonly Kept[] = [
  ...CLOSED,
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

/** Of temporary objects: what is deleted is paid no longer. */
const PASSING: readonly Kept[] = [
  ...CLOSED,
  [
    'no soft delete',
    (bucket) => Number(bucket.soft_delete_policy?.retentionDurationSeconds ?? 0) === 0,
    ['--clear-soft-delete'],
  ],
];

interface Described {
  uniform_bucket_level_access?: boolean;
  public_access_prevention?: string;
  soft_delete_policy?: { retentionDurationSeconds?: string | number };
  autoclass?: { enabled?: boolean; terminalStorageClass?: string };
}

/** What a bucket lacks, by gcloud's description of it. */
function absentOf(kept: readonly Kept[], bucket: object): { what: string[]; options: string[] } {
  const absent = kept.filter(([, is]) => !is(bucket));
  return { what: absent.map(([what]) => what), options: absent.flatMap(([, , options]) => options) };
}

export const absentKeeping = (bucket: object) => absentOf(KEEPING, bucket);
export const absentPassing = (bucket: object) => absentOf(PASSING, bucket);

/** What is not so costs money, or the way back; the deployment goes on without. */
export async function checkKeeping({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const [images, temporary] = await findBuckets(project, parameters, gcloud);
  if (!images.description) return missing('Keeping', `gs://${images.name} cannot be seen`, GET_BUCKET);
  const lacks = [
    [images.name, absentKeeping(images.description).what],
    [temporary?.name, temporary?.description ? absentPassing(temporary.description).what : []],
  ] as const;
  for (const [name, what] of lacks)
    if (what.length > 0)
      return note(
        'Keeping',
        `gs://${name} has not: ${what.join(', ')}`,
        `npm run setup -- --project ${project}`,
      );
  return ok('Keeping', 'deleted objects for 30 days, old ones in colder classes');
}

export async function checkCors({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const what = 'Pages';
  const origins = allowedOrigins(project, parameters.CORS_ORIGINS).join(', ');
  for (const found of await findBuckets(project, parameters, gcloud)) {
    const name = `gs://${found.name}`;
    if (!found.description) return missing(what, `${name} cannot be seen`, GET_BUCKET);
    if (missingCors(found.description, project, parameters))
      return missing(
        what,
        `${name} does not let ${origins} read files by links`,
        `npm run bucket-cors -- --project ${project}`,
      );
  }
  return ok(what, `${origins} may read files by links`);
}
