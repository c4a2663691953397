import { setMaxListeners } from 'node:events';
import { HttpError } from '../../common/errors.ts';
import { type Delivered, deliverFile, temporaryName } from '../deliver-file.ts';
import { type ImagePorts, requireDataset, type Target } from '../require-dataset.ts';
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
export async function downloadZip(input: Input, ports: ImagePorts): Promise<Delivered> {
  const dataset = await requireDataset(input, 'viewer', ports.datasets);
  const plan = await planZip(dataset, input, ports);
  // Every read that runs ahead adds a listener.
  setMaxListeners(0, input.signal);
  const files = zipFiles(plan, { ...ports, signal: input.signal });
  const first = await files.next();
  if (first.done) throw new HttpError('no images found');
  const stream = zipStream(first.value, files);
  const about = { fileName: zipFileName(new Date()), contentType: 'application/zip', bytes: plan.bytes };
  return deliverFile({ stream, ...about }, temporaryName(dataset.id, '.zip'), {
    ...ports,
    signal: input.signal,
  });
}
