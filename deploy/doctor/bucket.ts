/** Checks the bucket of the images, and the settings that the deployment's hooks give it. */
import { allowedOrigins } from '../../functions/src/common/http/origins.ts';
import { missingCors } from '../bucket-cors.ts';
import { missingLifecycle } from '../bucket-lifecycle.ts';
import { findBucket } from '../read-parameters.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, ok } from './finding.ts';

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
