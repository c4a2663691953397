import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { zipStreamLimit } from '../../common/config.ts';
import { HttpError } from '../../common/errors.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { zipFiles } from './zip-files.ts';
import { zipFileName } from './zip-layout.ts';
import { type PlanPorts, planZip } from './zip-plan.ts';
import { zipStream } from './zip-stream.ts';

interface Input extends Target {
  /** Ids or `gs://` URIs (Spec 4.1). */
  images: readonly unknown[];
  /** JPEGs are rotated according to their EXIF data, which is removed. */
  upright?: boolean;
  /** Aborted when the client disconnects: stops all reads. */
  signal: AbortSignal;
}

/** The archive, or a short-lived URL of it. */
export type Download = { fileName: string; stream: Readable } | { link: string };

/** Seconds in which a download from a link must begin. */
const LINK_LIFE = 900;

/**
 * The images of a dataset as an archive (Spec 4.1, Contract 4). When this returns, the records, the layout and the sizes are
 * known and the first image can be read.
 * @throws HttpError `dataset not found`, `forbidden`, `no images found`, `archive too large`
 */
export async function downloadZip(input: Input, ports: PlanPorts): Promise<Download> {
  const dataset = await requireDataset(input, 'viewer', ports.datasets);
  const plan = await planZip(dataset, input, ports);
  // Every read that runs ahead adds a listener.
  setMaxListeners(0, input.signal);
  const files = zipFiles(plan, { ...ports, signal: input.signal });
  const first = await files.next();
  if (first.done) throw new HttpError('no images found');
  const stream = zipStream(first.value, files);
  const fileName = zipFileName(new Date());
  if (plan.bytes <= zipStreamLimit()) return { fileName, stream };
  const name = `archive/${dataset.id}/${Date.now()}-${randomBytes(12).toString('hex')}.zip`;
  const about = { contentType: 'application/zip', fileName, signal: input.signal };
  if (!(await ports.objects.write(name, stream, about))) throw new HttpError('unavailable');
  return { link: await ports.objects.link(name, LINK_LIFE) };
}
