import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { zipStreamLimit } from '../common/config.ts';
import { Refusal } from '../common/errors.ts';
import { parse } from '../common/http/parse.ts';
import { noteLogFields } from '../common/log.ts';
import { requireDataset, type Target } from './require-dataset.ts';
import { zipBody } from './schema.ts';
import { zipFiles } from './zip-files.ts';
import { zipFileName } from './zip-layout.ts';
import { type PlanPorts, planZip } from './zip-plan.ts';
import { zipStream } from './zip-stream.ts';

interface Input extends Target {
  /** Parsed JSON: `{images, userId}` (Spec 4.1). */
  body: unknown;
  /** Aborted when the client goes away: all reads end. */
  signal: AbortSignal;
}

/** The archive itself, or an address that serves it for a while. */
export type Download = { fileName: string; stream: Readable } | { link: string };

/** Seconds in which a download by link must begin. */
const LINK_LIFE = 900;

/**
 * The images of a dataset as an archive (Spec 4.1, Contract 4). Records, layout and sizes are settled and the first
 * image can be read when this returns.
 * @throws Refusal `dataset not found`, `forbidden`, `images required`, `no images found`, `archive too large`
 */
export async function downloadZip(input: Input, ports: PlanPorts): Promise<Download> {
  const dataset = await requireDataset(input, 'viewer', ports.datasets);
  const plan = await planZip(dataset, requireImages(input.body), ports);
  // Every read ahead listens to it.
  setMaxListeners(0, input.signal);
  const files = zipFiles(plan, { objects: ports.objects, signal: input.signal });
  const first = await files.next();
  if (first.done) throw new Refusal('no images found');
  const stream = zipStream(first.value, files);
  const fileName = zipFileName(new Date());
  if (plan.bytes <= zipStreamLimit()) return { fileName, stream };
  const name = `archive/${dataset.id}/${Date.now()}-${randomBytes(12).toString('hex')}.zip`;
  const about = { contentType: 'application/zip', fileName, signal: input.signal };
  if (!(await ports.objects.write(name, stream, about))) throw new Refusal('unavailable');
  return { link: await ports.objects.link(name, LINK_LIFE) };
}

function requireImages(body: unknown): readonly unknown[] {
  const fields = typeof body === 'object' && body !== null ? body : {};
  const { userId } = fields as { userId?: unknown };
  if (typeof userId === 'string') noteLogFields({ userId });
  return parse(zipBody, fields, () => new Refusal('images required')).images;
}
