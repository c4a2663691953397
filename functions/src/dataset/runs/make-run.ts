import { createHash } from 'node:crypto';
import { uidOf } from '../../common/access/permit-maker.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Datasets } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { type Runs, runUploadName } from '../../common/runs/run-ports.ts';
import type { Uploads } from '../../common/versions/import-ports.ts';
import type { Versions } from '../../common/versions/version-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { NewRunBody } from './schema.ts';

interface Input extends Target {
  body: NewRunBody;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Of the page that will send the file. */
  origin: string | null;
}

interface Ports {
  datasets: Datasets;
  runs: Pick<Runs, 'create'>;
  uploads: Pick<Uploads, 'begin'>;
  versions: Pick<Versions, 'find'>;
}

/**
 * Begins a run (Contract 14): an open one, or one that waits for its file.
 * @throws HttpError `dataset not found`, `forbidden`, `version not found`
 */
export async function makeRun(
  { body, requestKey, origin, ...target }: Input,
  { datasets, runs, uploads, versions }: Ports,
): Promise<{ number: number; upload?: string }> {
  const { id: dataset } = await requireDataset(target, 'editor', datasets);
  const { live, trainedOn = null, ...names } = body;
  if (trainedOn !== null && !(await versions.find(dataset, trainedOn)))
    throw new HttpError('version not found', { id: String(trainedOn) });
  const by = uidOf(target.caller);
  const kind = `run ${dataset} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  const run = { ...names, trainedOn, source: live ? 'live' : 'upload', by } as const;
  const { number } = await runs.create(dataset, run, nameRequest(kind, by, requestKey));
  noteLogFields({ run: number });
  if (live) return { number };
  const about = { contentType: 'application/octet-stream', size: null, origin };
  return { number, upload: await uploads.begin(runUploadName(dataset, number), about) };
}
