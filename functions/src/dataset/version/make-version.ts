import { createHash } from 'node:crypto';
import { uidOf } from '../../common/access/permit-maker.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { BuildPorts } from './build-version.ts';
import { finishVersion, type Made } from './finish-version.ts';
import { parametersOf } from './parameters.ts';
import type { VersionBody } from './schema.ts';

interface Input extends Target {
  body: VersionBody;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Aborted when the caller disconnects: a retry of the request builds the same version. */
  signal: AbortSignal;
}

/**
 * Creates a version of a dataset (Contract 11): its images at the time of the call, without those in REVIEW.
 * @throws HttpError `dataset not found`, `forbidden`, `bad parameter`, `version failed`
 */
export async function makeVersion(
  { body, requestKey, signal, ...target }: Input,
  ports: BuildPorts & { datasets: Datasets },
): Promise<Made> {
  const dataset = await requireDataset(target, 'editor', ports.datasets);
  const parameters = parametersOf(body, dataset, await ports.datasets.tags(dataset));
  const { name, note } = body;
  const version = { name, note, by: uidOf(target.caller), parameters };
  const kind = `version ${dataset.id} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  const request = nameRequest(kind, version.by, requestKey);
  const created = await ports.versions.create(dataset.id, version, request);
  noteLogFields({ version: created.number });
  return finishVersion({ dataset: dataset.id, version: created, signal }, ports);
}
