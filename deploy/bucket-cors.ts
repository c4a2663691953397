/**
 * Postdeploy hook: lets pages read originals, masks and archives from the bucket by their links, if the pages' origin is one
 * of the project's Hosting sites or of the parameter CORS_ORIGINS. Settings for other methods or headers are kept.
 *
 *   node deploy/bucket-cors.ts [--project <project>] [--dry-run]
 *
 * --project defaults to GCLOUD_PROJECT, which hooks receive. STORAGE_BUCKET and CORS_ORIGINS are parameters of the deployment.
 */
import { isDeepStrictEqual } from 'node:util';
import { type CorsRule, corsRule } from '../emulators/storage/cors-rule.ts';
import { allowedOrigins } from '../functions/src/common/http/origins.ts';
import { runHook } from './update-bucket.ts';

interface Bucket {
  cors_config?: CorsRule[];
}

/** All rules that the bucket should have, or null if it has them: an earlier rule of ours, for other origins, is replaced. */
export function missingCors(
  { cors_config: standing = [] }: Bucket,
  project: string,
  { CORS_ORIGINS }: Record<string, string | undefined>,
): CorsRule[] | null {
  const ours = corsRule(allowedOrigins(project, CORS_ORIGINS));
  const isOurs = ({ origin: _, ...each }: CorsRule) =>
    isDeepStrictEqual({ origin: ours.origin, ...each }, ours);
  const [first, ...more] = standing.filter(isOurs);
  if (first && more.length === 0 && isDeepStrictEqual(first, ours)) return null;
  return [...standing.filter((each) => !isOurs(each)), ours];
}

if (import.meta.main)
  await runHook({
    name: 'bucket-cors',
    option: '--cors-file',
    unchanged: 'has its CORS settings.',
    change: missingCors,
  });
