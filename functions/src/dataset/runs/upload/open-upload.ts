import type { output } from 'zod/mini';
import { HttpError } from '../../../common/errors.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Dataset } from '../../../common/model.ts';
import type { Datasets, ImageLists, Objects } from '../../../common/ports.ts';
import { type Run, type Runs, runUploadName } from '../../../common/runs/run-ports.ts';
import type { Uploads } from '../../../common/versions/import-ports.ts';
import type { Version, Versions } from '../../../common/versions/version-ports.ts';
import { FileFault, ImportFault } from '../../import/import-fault.ts';
import { parseTagMap } from '../../import/labels/parse-tag-map.ts';
import { requireReady } from '../../version/show-version.ts';
import { sourcesOf } from '../judge/run-sources.ts';
import { findRun, type RunTarget } from '../show-run.ts';
import { findByIds, findInVersion } from './find-images.ts';
import { tagFinder } from './find-tags.ts';
import type { Reading } from './read-predictions.ts';
import { recognizeUpload } from './recognize-upload.ts';
import type { uploadBody } from './schema.ts';

export interface UploadInput extends RunTarget {
  body: output<typeof uploadBody>;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export interface UploadPorts {
  datasets: Datasets;
  imageLists: Pick<ImageLists, 'byIds'>;
  objects: Objects;
  runs: Pick<Runs, 'find'>;
  uploads: Pick<Uploads, 'range'>;
  versions: Versions;
}

/**
 * The file of a run, ready to be read.
 * @throws HttpError `run not uploaded`, `version not found`, `version not ready`, `bad parameter`, `unavailable`; ImportFault, FileFault
 */
export async function openUpload(
  { dataset, run }: { dataset: Dataset; run: Run },
  { body, signal, ...target }: UploadInput,
  ports: UploadPorts,
): Promise<Reading> {
  const { datasets, objects, uploads } = ports;
  const tagMap = parseTagMap(body.tagmap);
  const name = runUploadName(dataset.id, run.number);
  const stat = await objects.stat(name);
  if (!stat) throw new HttpError('run not uploaded', { id: String(run.number) });
  const file = await recognizeUpload({ name, stat, format: body.format }, uploads);
  noteLogFields({ format: file.format });
  // A run's own lines name images and tags by their ids.
  const version = file.format === 'ndjson' ? null : await versionOf(run, { body, signal, ...target }, ports);
  const tags = await datasets.tags(dataset);
  const findImage = version
    ? await findInVersion(sourcesOf(dataset.id, { objects, signal }).ofVersion(version))
    : await findByIds(file, dataset.id, ports.imageLists);
  const findTag = tagFinder({ dataset, tags, version, tagMap }, file.names, datasets);
  return { file, findImage, findTag, score: body.score, signal };
}

/** The version whose exports the model was given: the one that is named, else that of its training, else the last one. */
async function versionOf(run: Run, { body, ...target }: UploadInput, ports: UploadPorts): Promise<Version> {
  const number = body.version ?? String(run.trainedOn ?? 'latest');
  return (await requireReady({ ...target, number }, ports)).version;
}

/** The run, which must be one that a file is sent for. @throws HttpError as `findRun`, and `run not uploaded` */
export async function requireUploaded(
  target: RunTarget,
  ports: UploadPorts,
): Promise<{ dataset: Dataset; run: Run }> {
  const found = await findRun(target, 'editor', ports);
  if (found.run.source !== 'upload') throw new HttpError('run not uploaded', { id: String(target.run) });
  return found;
}

/** @throws HttpError `run failed` for an ImportFault or a FileFault */
export async function asRunFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault || error instanceof FileFault)
      throw new HttpError('run failed', { reason: error.message }, error);
    throw error;
  }
}
