import { createHash } from 'node:crypto';
import { isClassified } from '../../../../packages/formats/src/format.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { versions } from '../../common/adapters/firestore/records/versions.ts';
import { uploads } from '../../common/adapters/uploads.ts';
import { HttpError } from '../../common/errors.ts';
import { detectorMark } from '../../common/images/detect-image.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import type { ImageFilter } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { type Detecting, runUploadName } from '../../common/runs/run-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { NewRunBody } from './schema.ts';

interface Input extends Target {
  body: NewRunBody;
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Of the page that will send the file. */
  origin: string | null;
}

/**
 * Begins a run (Contract 14): an open one, or one that waits for its file.
 * @throws HttpError `dataset not found`, `forbidden`, `version not found`, `bad parameter`
 */
export async function makeRun({
  body,
  requestKey,
  origin,
  ...target
}: Input): Promise<{ number: number; upload?: string }> {
  const found = await requireDataset(target, 'editor', datasets);
  const { id: dataset } = found;
  const { live, trainedOn = null, source, filter, size, covers, ...names } = body;
  const detecting = source === 'detect' ? beginDetecting(found, filter ?? {}) : undefined;
  for (const version of [trainedOn, typeof covers === 'object' ? covers.version : null])
    if (version !== null && !(await versions.find(dataset, version)))
      throw new HttpError('version not found', { id: String(version) });
  const by = uidOf(target.caller);
  const kind = `run ${dataset} ${createHash('sha256').update(JSON.stringify(body)).digest('hex')}`;
  const run = { ...names, trainedOn, source: source ?? (live ? 'live' : 'upload'), by } as const;
  const { number } = await runs.create(
    dataset,
    { ...run, ...(covers && { covers }), ...(detecting && { detecting }) },
    nameRequest(kind, by, requestKey),
  );
  noteLogFields({ run: number });
  if (size === undefined) return { number };
  const about = { contentType: 'application/octet-stream', size, origin };
  return { number, upload: await uploads.begin(runUploadName(dataset, number), about) };
}

/** @throws HttpError `bad parameter`: Cloud Vision finds objects, and images of this dataset have classes */
function beginDetecting({ type, detector: address }: Dataset, filter: ImageFilter): Detecting {
  if (!address && isClassified(type))
    throw new HttpError('bad parameter', { reason: 'images that have classes need a detector of their own' });
  const begin = { job: null, after: null, isWhole: false, done: 0, failed: 0, lost: [] };
  return { filter, detector: detectorMark(address), ...begin };
}
