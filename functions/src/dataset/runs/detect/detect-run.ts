import { imagePages } from '../../../common/adapters/firestore/images/image-pages.ts';
import { datasets } from '../../../common/adapters/firestore/records/datasets.ts';
import { runs } from '../../../common/adapters/firestore/records/runs.ts';
import { detectionCache, detectionDeadline } from '../../../common/config.ts';
import { answerError, HttpError } from '../../../common/errors.ts';
import { detectorMark } from '../../../common/images/detect-image.ts';
import type { Job } from '../../../common/jobs/job.ts';
import { type Doing, inSteps, JobFailed, type Kind } from '../../../common/jobs/kind.ts';
import type { Dataset } from '../../../common/model.ts';
import type { Worked } from '../../../common/records/stepped-ports.ts';
import type { Detecting, Run } from '../../../common/runs/run-ports.ts';
import { startWork } from '../../job/start-work.ts';
import { closeFound } from '../close-run.ts';
import { readingBy } from '../finish-run.ts';
import { findRun, type RunTarget } from '../show-run.ts';
import { tagFinder } from '../upload/find-tags.ts';
import { lookAtImages } from './look-at-images.ts';

/** Images that are asked about and kept together. */
const PAGE = 8;

/**
 * Runs a detector over the images of a run, by a job, from where the last one stopped (Contract 16).
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`, `run not open`, `jobs enough`
 */
export async function detectRun(input: RunTarget & { requestKey: string | null }): Promise<Job> {
  const { dataset, run } = await findRun(input, 'editor');
  const { number, state } = run;
  const { job } = requireDetecting(run, dataset);
  const found: { id: string; progress: Worked } = { id: String(number), progress: { state, job } };
  const { caller, requestKey } = input;
  const starting = { kind: 'detect', caller, requestKey, dataset, found, input: { run: number } } as const;
  return startWork(runs, { ...starting, isUnderWay: true }, () => ({}));
}

/** Once no image is left, the run is closed. */
export const detectJob: Kind = {
  async work(doing) {
    const known = { total: doing.job.total };
    const looked = await inSteps(doing, { looked: 0, isWhole: false }, () => lookOn(doing, known));
    if (looked === null) return null;
    const { dataset, signal } = doing;
    const run = await requireRun(doing);
    const reading = readingBy(dataset.owner, signal);
    const { hash, counts } = await closeFound({ dataset, run, reading });
    const { done, failed, lost } = requireDetecting(run, dataset);
    return { result: { number: run.number, done, failed, lost: [...lost], hash, counts } };
  },
};

/** The next page. Null: no image is left, or somebody has closed the run. */
async function lookOn(doing: Doing, known: { total: number | null }) {
  const { dataset, signal } = doing;
  const run = await requireRun(doing);
  const from = requireDetecting(run, dataset);
  const { filter, after } = from;
  if (run.state !== 'open' || from.isWhole) return null;
  const before = from.done + from.failed;
  known.total ??= before + (await imagePages.count(dataset.id, filter, after));
  const { total } = known;
  const options = { limit: PAGE, after, thumbnails: false, fields: ['uri'] as const };
  const { images, next } = await imagePages.page(dataset.id, filter, options);
  const records = images.map(({ record }) => record);
  const tags = await datasets.tags(dataset);
  const resolveTag = (id: string) => datasets.resolveTag(dataset, id);
  const findTag = tagFinder({ tags, version: null, tagMap: new Map() }, undefined, resolveTag);
  const limits = { useCache: detectionCache(), deadline: detectionDeadline() };
  const looking = lookAtImages(records, from, { dataset, findTag, ...limits, signal });
  const { lines, ...counted } = await looking.catch(requireAnswer);
  const to = { ...from, ...counted, after: next, isWhole: next === null };
  const looked = to.done + to.failed;
  return {
    weight: 1,
    write: async (batch: Parameters<typeof runs.detect>[0]) => {
      const isOpen = await runs.detect(batch, dataset.id, run.number, { to, lines });
      if (!isOpen) return { cursor: { looked: before, isWhole: true } };
      return { cursor: { looked, isWhole: to.isWhole }, done: looked, total };
    },
  };
}

/** A detector that is away has been asked several times by now. */
function requireAnswer(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  const { result, error: reason } = answerError(error, 'dataset').body as Record<string, unknown>;
  throw new JobFailed(String(result ?? reason));
}

async function requireRun({ dataset, job }: Doing): Promise<Run> {
  const run = await runs.find(dataset.id, Number(job.input.run));
  if (!run) throw new JobFailed('the run was deleted');
  return run;
}

/** @throws HttpError `run not open` */
function requireDetecting({ detecting, number, state }: Run, dataset: Dataset): Detecting {
  const refused = (reason: string) => new HttpError('run not open', { id: String(number), reason });
  if (!detecting) throw refused('no detector makes its predictions');
  if (state === 'open' && !detecting.isWhole && detecting.detector !== detectorMark(dataset.detector))
    throw refused('the dataset has another detector now; close it, or delete it');
  return detecting;
}
