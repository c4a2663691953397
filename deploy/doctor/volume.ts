/** Checks the flow editor's volume on the deployed service-git. */
import { describeCommand, mountFlaws, readMount } from '../mount-volume.ts';
import type { Deployment } from './deployment.ts';
import { type Finding, missing, note, ok } from './finding.ts';

export async function checkVolume({ gcloud, project, parameters }: Deployment): Promise<Finding> {
  const mount = readMount({ ...parameters, GCLOUD_PROJECT: project });
  if (!mount)
    return note(
      'Volume',
      'none is asked for: service-git answers 503',
      'EDITOR_VOLUME_SOURCE: docs/operate/git-control.md',
    );
  const flaws = mountFlaws(await gcloud(describeCommand(mount)), mount);
  if (flaws.length === 0) return ok('Volume', `${mount.source} at ${mount.path}`);
  return missing(
    'Volume',
    `${mount.source} is not mounted as it should be: ${flaws.join(', ')}`,
    `npm run mount-volume -- --project ${project}`,
  );
}

/** Remedies by the file system's error code in the health check. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/EACCES|EPERM|EROFS/, 'it belongs to somebody else: docs/operate/git-control.md, the volume'],
  [/volume absent/, 'put .sightline-volume at its root: docs/operate/git-control.md, the volume'],
];

/** Why the function could not write to the volume, from its log; undefined if the log does not say. */
export async function volumeTrouble({ gcloud, project }: Deployment): Promise<string | undefined> {
  const filter = [
    'resource.type="cloud_run_revision" AND resource.labels.service_name="service-git"',
    'jsonPayload.message="dependency unavailable" AND jsonPayload.dependency="volume"',
  ].join(' AND ');
  const command = ['logging', 'read', filter, '--limit=1', '--freshness=15m', `--project=${project}`];
  const [last] = ((await gcloud(command).catch(() => [])) ?? []) as { jsonPayload: { reason?: string } }[];
  const reason = last?.jsonPayload.reason;
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason ?? ''))?.[1];
  return reason && `volume: ${reason}${remedy ? `; ${remedy}` : ''}`;
}
