import { addAbortSignal } from 'node:stream';
import type { output } from 'zod/mini';
import type { UploadFormat } from '../../../../../packages/formats/predictions.ts';
import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { datasets } from '../../../common/adapters/firestore/records/datasets.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { chunks } from '../../../common/chunks.ts';
import { sortPaced } from '../../../common/concurrency/pause.ts';
import { HttpError } from '../../../common/errors.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Dataset } from '../../../common/model.ts';
import { type Run, runUploadName } from '../../../common/runs/run-ports.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import { parseTagMap } from '../../import/labels/parse-tag-map.ts';
import { rangesOf } from '../../import/open-import.ts';
import { requireReady } from '../../version/show-version.ts';
import { recordsOf } from '../finish-run.ts';
import { sourcesOf } from '../judge/run-sources.ts';
import { findRun, type RunTarget } from '../show-run.ts';
import type { ReadInput, ReadPorts } from './isolated-upload.ts';
import type { uploadBody } from './upload-request.ts';

export interface UploadInput extends RunTarget {
  body: output<typeof uploadBody>;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * The file of a run, for an isolated process.
 * @throws HttpError `run not uploaded`, `bad parameter`
 */
export async function openUpload(
  { dataset, run }: { dataset: Dataset; run: Run },
  { body, ...target }: UploadInput,
): Promise<{ input: ReadInput; ports: ReadPorts }> {
  const tagMap = parseTagMap(body.tagmap);
  const name = runUploadName(dataset.id, run.number);
  const stat = await objects.stat(name);
  if (!stat) throw new HttpError('run not uploaded', { id: String(run.number) });
  const { id, type } = dataset;
  const { format, score } = body;
  return {
    input: { dataset: { id, type }, size: stat.size, format, score, tagMap },
    ports: {
      range: rangesOf(name, stat),
      read: (object) => addAbortSignal(target.signal, objects.read(object)),
      version: async (known) => {
        noteLogFields({ format: known });
        if (run.covers === undefined && SILENT.has(known))
          throw new HttpError('bad parameter', {
            reason: `a ${known} file cannot name the images in which nothing was found: begin the run with covers, which says what the model was given`,
          });
        // A run's own lines name images and tags by their ids.
        return known === 'ndjson' ? null : versionOf(run, { body, ...target });
      },
      covered: () => coveredBy(run, target),
      tags: () => datasets.tags(dataset),
      resolveTag: (tag) => datasets.resolveTag(dataset, tag),
      recordsOf: recordsOf(dataset.id),
    },
  };
}

/** Ids that are handed on together. */
const TOGETHER = 1000;
/** Formats in which an image without predictions is not named. */
const SILENT: ReadonlySet<UploadFormat> = new Set(['coco', 'ultralytics', 'yolo']);

/** Ids of the images that the model was given, in their order, beside those that its file names. */
async function* coveredBy(
  { covers = 'listed' }: Run,
  target: Omit<UploadInput, 'body'>,
): AsyncGenerator<string[]> {
  const { dataset, signal } = target;
  if (covers === 'all') {
    const ids: string[] = [];
    for await (const page of imageLists.ofDataset(dataset, ['dataset']))
      ids.push(...page.map(({ id }) => id));
    // Those that name the dataset by a path come last, in an order of their own.
    yield* chunks(await sortPaced(ids, byteOrder), TOGETHER);
  }
  if (typeof covers !== 'object') return;
  const { version } = await requireReady({ ...target, number: String(covers.version) });
  const { sets } = covers;
  for await (const page of sourcesOf(dataset, { objects, signal }).ofVersion(version))
    yield page.flatMap(({ image, set }) => (!sets || sets.includes(set) ? [image] : []));
}

/** The version whose exports the model was given: the one that is named, else that of its training, else the last one. */
async function versionOf(run: Run, { body, ...target }: UploadInput): Promise<Version> {
  const number = body.version ?? String(run.trainedOn ?? 'latest');
  return (await requireReady({ ...target, number })).version;
}

/** The run, which must be one that a file is sent for. @throws HttpError as `findRun`, and `run not uploaded` */
export async function requireUploaded(target: RunTarget): Promise<{ dataset: Dataset; run: Run }> {
  const found = await findRun(target, 'editor');
  if (found.run.source !== 'upload') throw new HttpError('run not uploaded', { id: String(target.run) });
  return found;
}
