import { setMaxListeners } from 'node:events';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../common/adapters/objects.ts';
import { HttpError } from '../../common/errors.ts';
import { type Delivered, deliverFile, temporaryName } from '../deliver-file.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { zipFiles } from './zip-files.ts';
import { zipFileName } from './zip-layout.ts';
import { planZip } from './zip-plan.ts';
import { zipStream } from './zip-stream.ts';

interface Input extends Target {
  /** Ids or `gs://` URIs (Spec 4.1). */
  images: readonly unknown[];
  /** JPEGs are rotated according to their EXIF data, which is removed. */
  upright?: boolean;
  /** Aborted when the client disconnects: stops all reads. */
  signal: AbortSignal;
}

/**
 * The images of a dataset as an archive (Spec 4.1, Contract 4). When this returns, the records, the layout and the sizes are
 * known and the first image can be read.
 * @throws HttpError `dataset not found`, `forbidden`, `no images found`, `archive too large`
 */
export async function downloadZip(input: Input): Promise<Delivered> {
  const dataset = await requireDataset(input, 'viewer');
  const plan = await planZip(dataset, input);
  // Every read that runs ahead adds a listener.
  setMaxListeners(0, input.signal);
  const files = zipFiles(plan, { datasets, imageLists, objects, signal: input.signal });
  const first = await files.next();
  if (first.done) throw new HttpError('no images found');
  const stream = zipStream(first.value, files);
  const about = { fileName: zipFileName(new Date()), contentType: 'application/zip', bytes: plan.bytes };
  return deliverFile({ stream, ...about }, temporaryName(dataset.id, '.zip'), {
    objects,
    signal: input.signal,
  });
}
