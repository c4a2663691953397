/** The file of a run, in an isolated process: anything may be in it. */

import type { UploadFormat } from '../../../../../packages/formats/predictions.ts';
import { FileFault, ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { RunLoss } from '../../../../../packages/formats/src/runs/raw.ts';
import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import type { Unread } from '../../../../../packages/records/src/import.ts';
import type { DatasetType } from '../../../../../packages/records/src/lists.ts';
import { MOST_PREDICTIONS, type RunImage } from '../../../../../packages/records/src/run-lines.ts';
import { oneByOne } from '../../../common/concurrency/one-by-one.ts';
import { mergeSorted } from '../../../common/counters/merge-sorted.ts';
import { HttpError } from '../../../common/errors.ts';
import type { Remote } from '../../../common/isolated/serve.ts';
import type { ImageRecord, Tag } from '../../../common/model.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import type { TagMap } from '../../import/labels/parse-tag-map.ts';
import { type Gathered, type GatherPorts, gatherRun } from '../gather-run.ts';
import { remoteGather } from '../isolated-told.ts';
import { remoteSources } from '../judge/evaluation/isolated-sources.ts';
import { findByIds, findInVersion } from './find-images.ts';
import { tagFinder } from './find-tags.ts';
import type { Reading } from './read-predictions.ts';
import { recognizeUpload } from './recognize-upload.ts';
import { sortedImages } from './sorted-images.ts';
import { type SurveyedLabel, surveyUpload } from './survey-upload.ts';

export interface ReadInput {
  dataset: { id: string; type: DatasetType };
  /** Bytes of the file. */
  size: number;
  format: UploadFormat | undefined;
  /** Of predictions that have none. */
  score: number | undefined;
  tagMap: TagMap;
}

export interface ReadPorts {
  /** Bytes of the file. */
  range(start: number, end: number): Promise<Buffer>;
  /** An object with lines. */
  read(name: string): AsyncIterable<Buffer>;
  /** The one by whose exports the file names images and classes; null for a format that has ids. */
  version(format: UploadFormat): Promise<Pick<Version, 'hash' | 'parameters'> | null>;
  /** Ids of the images that the model was given, in their order. */
  covered(): AsyncIterable<readonly string[]>;
  tags(): Promise<Tag[]>;
  resolveTag(id: string): Promise<string | null | undefined>;
  recordsOf: (
    ids: readonly string[],
    fields: readonly (keyof ImageRecord)[],
  ) => Promise<readonly ImageRecord[]>;
}

export interface CheckedUpload {
  format: UploadFormat;
  images: number;
  empty: number;
  predictions: number;
  labels: SurveyedLabel[];
  unmatched: { count: number; items: Unread[] };
  lost: Partial<Record<RunLoss, number>>;
}

export const checkFile = (input: ReadInput, ports: Remote<ReadPorts>): Promise<CheckedUpload> =>
  asRunFailed(async () => {
    const reading = await openFile(input, ports);
    const { images, labels, unmatched, lost } = await surveyUpload(reading);
    const sizes = [...images.values()].map(({ predictions }) => Math.min(predictions, MOST_PREDICTIONS));
    let silent = 0;
    for await (const id of oneByOne(ports.stream('covered'))) silent += Number(!images.has(id));
    return {
      format: reading.file.format,
      images: sizes.length + silent,
      empty: sizes.filter((each) => each === 0).length + silent,
      predictions: sizes.reduce((sum, each) => sum + each, 0),
      labels,
      unmatched: unmatched.shown(),
      lost,
    };
  });

export const gatherFile = (input: ReadInput, ports: Remote<ReadPorts & GatherPorts>): Promise<Gathered> =>
  asRunFailed(async () => {
    const reading = await openFile(input, ports);
    const said = sortedImages(reading, await surveyUpload(reading));
    return gatherRun(withSilent(said, ports.stream('covered')), input.dataset.type, remoteGather(ports));
  });

/** Images of a page. */
const PAGE = 200;

/** With those that the model was given, and of which its file says nothing. */
async function* withSilent(
  said: AsyncIterable<readonly RunImage[]>,
  covered: AsyncIterable<readonly string[]>,
): AsyncGenerator<RunImage[]> {
  let page: RunImage[] = [];
  const sides = mergeSorted(oneByOne(said), oneByOne(covered), (a, b) => byteOrder(a.image, b));
  for await (const [named, id] of sides) {
    page.push(named ?? { image: id, predictions: [] });
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function openFile(
  { dataset, size, format, score, tagMap }: ReadInput,
  ports: Remote<ReadPorts>,
): Promise<Reading> {
  const file = await recognizeUpload((start, end) => ports.call('range', start, end), { size, format });
  const version = await ports.call('version', file.format);
  const tags = await ports.call('tags');
  const findImages = version
    ? await findInVersion(remoteSources(dataset.id, ports).ofVersion(version))
    : findByIds((ids) => ports.call('recordsOf', ids, ['width', 'height']));
  const resolveTag = (id: string) => ports.call('resolveTag', id);
  return { file, findImages, findTag: tagFinder({ tags, version, tagMap }, file.names, resolveTag), score };
}

/** @throws HttpError `run failed` for an ImportFault or a FileFault */
async function asRunFailed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportFault || error instanceof FileFault)
      throw new HttpError('run failed', { reason: error.message }, error);
    throw error;
  }
}
