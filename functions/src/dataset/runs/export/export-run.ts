import { Readable } from 'node:stream';
import type { output } from 'zod/mini';
import { writeResults } from '../../../../../packages/formats/coco/predictions.ts';
import type { RunFormat } from '../../../../../packages/formats/predictions.ts';
import { isClassified } from '../../../../../packages/formats/src/format.ts';
import type { TextFile } from '../../../../../packages/formats/src/write/archive-format.ts';
import { classesOf } from '../../../../../packages/formats/src/write/export-source.ts';
import { yoloFiles } from '../../../../../packages/formats/yolo/predictions.ts';
import { runLine } from '../../../../../packages/records/src/run-lines.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { begun } from '../../../common/begun.ts';
import { HttpError } from '../../../common/errors.ts';
import { noteLogFields } from '../../../common/log.ts';
import { type Run, runName } from '../../../common/runs/run-ports.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import { type Delivered, deliverFile, temporaryName } from '../../deliver-file.ts';
import { requireReady } from '../../version/show-version.ts';
import type { ZipFile } from '../../zip/zip-files.ts';
import { EXPORT_LIMITS, requireFit } from '../../zip/zip-limits.ts';
import { zipStream } from '../../zip/zip-stream.ts';
import { sourcesOf } from '../judge/run-sources.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import type { runExportQuery } from './run-export-request.ts';
import { saidImages, withoutGone } from './said-images.ts';

interface Input extends RunTarget {
  query: output<typeof runExportQuery>;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

const FILES: Readonly<Record<RunFormat, { ending: string; contentType: string }>> = {
  // Not as JSON: a client would take it for the answer with a link.
  coco: { ending: 'json', contentType: 'application/octet-stream' },
  yolo: { ending: 'zip', contentType: 'application/zip' },
  ndjson: { ending: 'ndjson', contentType: 'application/x-ndjson' },
};

/**
 * What a run says, as a file (Contract 14). Images that are gone are left out.
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `version not found`, `version not ready`,
 *   `bad parameter`, `archive too large`
 */
export async function exportRun({ query, signal, ...target }: Input): Promise<Delivered> {
  const { format } = query;
  noteLogFields({ format });
  const { dataset, run } = await requireReadyRun(target, 'viewer');
  const version = await versionOf(query, target);
  const stat = await objects.stat(runName(dataset.id, run.hash));
  if (!stat) throw new HttpError('run not found', { id: String(run.number) });
  const made = await makeFile({ dataset: dataset.id, run, version, format, signal });
  const { ending, contentType } = FILES[format];
  const plain = dataset.id.replace(/[^A-Za-z0-9_-]+/g, '_');
  const fileName = `${plain}-run${run.number}-${format}.${ending}`;
  const bytes = sizeOf(format, stat.size, run.counts.images);
  const file = { stream: made, bytes, fileName, contentType };
  return deliverFile(file, temporaryName(dataset.id, `-${fileName}`), { objects, signal });
}

/** The version whose numbers and names a format uses; null: it uses ids. */
async function versionOf(
  { format, version: number }: Input['query'],
  target: RunTarget,
): Promise<Version | null> {
  if (format === 'ndjson') {
    if (number === undefined) return null;
    throw new HttpError('bad parameter', { reason: 'version: ndjson names images and tags by their ids' });
  }
  const { version } = await requireReady({ ...target, number: number ?? 'latest' });
  if (!isClassified(version.parameters.type)) return version;
  throw new HttpError('bad parameter', { reason: `format: ${format} holds boxes, not classes of images` });
}

interface Making {
  dataset: string;
  run: Pick<Run, 'hash' | 'createdAt'> & { counts: { images: number } };
  version: Version | null;
  format: RunFormat;
  signal: AbortSignal;
}

async function makeFile({ dataset, run, version, format, signal }: Making): Promise<Readable> {
  const { ofRun, ofVersion } = sourcesOf(dataset, { objects, signal });
  const said = withoutGone(ofRun(run), dataset, imageLists);
  if (!version) return streamOf(textOf(said));
  const images = saidImages(ofVersion(version), said);
  const classes = classesOf(version.parameters);
  if (format === 'coco') return streamOf(writeResults(images, classes));
  requireFit({ entries: run.counts.images + 1, bytes: 0 }, EXPORT_LIMITS);
  const files = zipFiles(yoloFiles(images, classes));
  const first = await files.next();
  if (first.done) throw new Error('an archive always has its names');
  return zipStream(first.value, files, { at: new Date(run.createdAt) });
}

async function* zipFiles(files: AsyncIterable<TextFile>): AsyncGenerator<ZipFile> {
  for await (const { path, text } of files) yield { path, content: [Buffer.from(text)] };
}

const streamOf = async (text: AsyncIterable<string>): Promise<Readable> =>
  Readable.from(await begun(text), { objectMode: false });

async function* textOf(said: ReturnType<typeof withoutGone>): AsyncGenerator<string> {
  for await (const page of said) yield page.map((each) => `${runLine(each)}\n`).join('');
}

/** Bytes of an entry of an archive without its content, with a long name. */
const ENTRY = 400;

/** Estimated, rather too large. @param bytes of the run's file */
function sizeOf(format: RunFormat, bytes: number, images: number): number {
  if (format === 'yolo') return bytes + images * ENTRY;
  return format === 'coco' ? 3 * bytes : bytes;
}
