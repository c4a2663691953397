import { HttpError } from '../../common/errors.ts';
import type { Version, VersionCounts } from '../../common/versions/version-ports.ts';
import { type BuildPorts, buildVersion } from './build-version.ts';
import { MOMENT_LIFE, TOO_LATE } from './moment-life.ts';

/** The answer for a created version. */
export interface Made {
  number: number;
  hash: string;
  counts: VersionCounts;
}

/**
 * Builds a version that an earlier attempt of the request may have started, or finished.
 * @throws HttpError `version failed`
 */
export async function finishVersion(
  { dataset, version, signal }: { dataset: string; version: Version; signal: AbortSignal },
  ports: BuildPorts,
): Promise<Made> {
  const { number, state, hash, counts, reason } = version;
  if (counts) return { number, hash, counts };
  if (state === 'failed') throw new HttpError('version failed', { reason });
  if (Date.now() - version.createdAt > MOMENT_LIFE) {
    await ports.versions.fail(dataset, number, TOO_LATE);
    throw new HttpError('version failed', { reason: TOO_LATE });
  }
  const built = await buildVersion({ dataset, version, signal }, ports);
  if (built) return { number, ...built };
  // A refused request leaves nothing behind.
  await ports.versions.remove(dataset, number);
  throw new HttpError('version failed', { reason: 'no image matches' });
}
