import { createHash } from 'node:crypto';
import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, Tag } from '../../common/model.ts';
import { nameRequest } from '../../common/name-request.ts';
import type { Datasets } from '../../common/ports.ts';
import type { VersionParameters } from '../../common/version-ports.ts';
import { CsvFault } from '../csv/csv-error.ts';
import { parseTagMap } from '../csv/tag-map.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { toPercentages } from '../split/percentages.ts';
import type { BuildPorts } from './build-version.ts';
import { finishVersion, type Made } from './finish-version.ts';
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

function parametersOf(body: VersionBody, { type }: Dataset, tags: readonly Tag[]): VersionParameters {
  const { TEST: test, VALIDATION: validation } = toPercentages(body);
  const { group, save, filter } = body;
  const tagmap = readTagMap(body.tagmap, tags);
  const kept = tags.map(({ id, name, unclassified }) => ({ id, name, unclassified }));
  return { type, test, validation, group, save, tagmap, filter, tags: kept };
}

function readTagMap(given: VersionBody['tagmap'], tags: readonly Tag[]): Record<string, string | null> {
  const text = typeof given === 'object' ? JSON.stringify(given) : given;
  try {
    return Object.fromEntries(parseTagMap(text, tags));
  } catch (error) {
    if (error instanceof CsvFault) throw new HttpError('bad parameter', { reason: error.reason }, error);
    throw error;
  }
}
