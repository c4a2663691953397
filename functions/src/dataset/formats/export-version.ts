import { isDeepStrictEqual } from 'node:util';
import { type Format, outOf } from '../../../../packages/formats/formats.ts';
import type { ImageMode } from '../../../../packages/formats/src/format.ts';
import { isOver } from '../../../../packages/records/src/job.ts';
import { jobs } from '../../common/adapters/firestore/jobs/jobs.ts';
import { zipStreamLimit } from '../../common/config.ts';
import { HttpError } from '../../common/errors.ts';
import type { Job } from '../../common/jobs/job.ts';
import { noteLogFields } from '../../common/log.ts';
import { idOf } from '../../common/records/made-ids.ts';
import type { Delivered } from '../deliver-file.ts';
import { awaitJob } from '../job/follow-job.ts';
import { startJob } from '../job/start-job.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { requireReady } from '../version/show-version.ts';
import type { ExportJobInput, ExportJobResult } from './export-job.ts';
import { type Exporting, makeExport, planExport } from './make-export.ts';

interface Input extends Target {
  /** Number of the version, or `latest`. */
  number: string;
  format: Format;
  /** Undefined: the default of the format. */
  images: ImageMode | undefined;
  /** Pictures that their EXIF data turns are written upright. */
  upright: boolean;
  /** URL of this function, for links. */
  base: string;
  /** Seconds that the answer may wait for a file that a job makes. */
  wait: number;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** `notes`: what the format cannot contain. */
export type Exported = (Delivered & { notes: string[] }) | { job: Job };

/** Milliseconds for which a file that is there is the answer to the same question: whoever has lost the answer asks again. */
const KEPT = 10 * 60_000;
/** Exports among which the same one is looked for: there is a place for few at a time. */
const LOOKED_AT = 50;

/**
 * A version in a trainer's format (Contract 11): streamed, or, if it may be over ZIP_STREAM_LIMIT, by a job that stores it.
 * Without links the same version always gives the same bytes.
 * @throws HttpError `dataset not found`, `version not found`, `version not ready`, `bad parameter`, `export failed`,
 *   `archive too large`, `jobs enough`
 */
export async function exportVersion({ signal, wait, ...input }: Input): Promise<Exported> {
  const { format, upright, base } = input;
  const images = requireMode(format, input.images);
  noteLogFields({ format });
  const { dataset, version } = await requireReady(input);
  const exporting: Exporting = { dataset, version, format, images, upright, base };
  const { bytes, notes, ...file } = await planExport(exporting);
  if (bytes <= zipStreamLimit()) return { ...file, stream: await makeExport(exporting, { signal }), notes };
  const { number } = await startExport(exporting, input);
  const job = await awaitJob({ dataset, number, wait, signal }, 'export failed');
  if (!isOver(job)) return { job };
  const made = job.result as unknown as ExportJobResult;
  return { ...file, link: made.result, notes: made.notes };
}

function requireMode(format: Format, images: ImageMode | undefined): ImageMode {
  const { modes } = outOf(format);
  const mode = images ?? modes[0] ?? 'none';
  if (modes.includes(mode)) return mode;
  throw new HttpError('bad parameter', { reason: `images of ${format} must be one of ${modes.join(', ')}` });
}

/** The job that makes a file, whoever has asked for it. */
async function startExport({ version, ...exporting }: Exporting, target: Target): Promise<Job> {
  const { format, images, upright, base } = exporting;
  // Another base is another question only where links lead to it.
  const asked = { format, images, upright, ...(images === 'links' && { base }) };
  const input: ExportJobInput = { version: version.number, ...asked };
  const dataset = await requireDataset(target, 'viewer');
  const last = await jobs.page(dataset.id, { kind: 'export', limit: LOOKED_AT, after: null });
  const same = last.find((job) => isDeepStrictEqual(job.input, input));
  if (same && (!isOver(same) || (same.state === 'done' && Date.now() - (same.endedAt ?? 0) < KEPT)))
    return same;
  // Two calls at a time find one job.
  const request = idOf(JSON.stringify(['export', dataset.id, input, same?.number ?? null]));
  const { caller } = target;
  return startJob(dataset, { kind: 'export', caller, request }, async () => ({ ...input }));
}
