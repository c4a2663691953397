import { type Head, judge } from '../../../../packages/look/src/head.ts';
import { isOver } from '../../../../packages/records/src/job.ts';
import type { Prediction, RunImage } from '../../../../packages/records/src/run-lines.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { imageLists } from '../../common/adapters/firestore/images/image-lists.ts';
import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { objects } from '../../common/adapters/objects.ts';
import { chunks } from '../../common/chunks.ts';
import type { Job } from '../../common/jobs/job.ts';
import { type Doing, JobFailed, type Kind } from '../../common/jobs/kind.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import { endOf, followJob } from '../job/follow-job.ts';
import { startJob } from '../job/start-job.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { finishRun } from '../runs/finish-run.ts';
import { type GatherPorts, gatherRun } from '../runs/gather-run.ts';
import { ownRecords } from '../runs/own-records.ts';
import { requireThere } from './add-vectors.ts';
import { modelOf } from './look.ts';
import { lackOf, requireClassified, requireVectors } from './require-suggest.ts';
import { embedRest } from './start-embedding.ts';
import { labelOf, requireHead, type Study, studyLabels } from './study.ts';

/** Images whose records are read together, and classes that an image gets. */
const TOGETHER = 1000;
const LIKELIEST = 5;
/** Seconds after which it is seen how far the embedding is. */
const LOOK = 5;

/**
 * Starts a job that suggests (Contract 15).
 * @throws HttpError `dataset not found`, `forbidden`, `suggest refused`, `jobs enough`
 */
export async function startSuggesting({
  requestKey,
  ...target
}: Target & { requestKey: string | null }): Promise<Job> {
  const dataset = await requireDataset(target, 'editor');
  requireVectors(dataset);
  requireClassified(dataset);
  const { caller } = target;
  const request = nameRequest(`suggest ${dataset.id}`, uidOf(caller), requestKey);
  return startJob(dataset, { kind: 'suggest', caller, request }, async () => ({}));
}

/** `embed`: number of the job that looks at what nobody has looked at, 0 for none. */
interface Cursor {
  embed: number;
  run?: number;
}

export const suggestJob: Kind = {
  async work(doing) {
    const embed = await embedPending(doing);
    return embed === null ? null : { result: await makeSuggestions(doing, embed) };
  },

  drop: (dataset) => async (batch, cursor) => {
    const { run } = (cursor ?? {}) as Partial<Cursor>;
    if (run !== undefined) await runs.unmake(batch, dataset, run);
  },
};

/** @returns null: it is not done, and others wait */
async function embedPending(doing: Doing): Promise<number | null> {
  const { signal, report, isTimeUp } = doing;
  const { embed } = (doing.cursor as Cursor | null) ?? (await doing.step(1, () => beginEmbedding(doing)));
  if (embed === 0) return embed;
  for (;;) {
    const found = await followJob({ dataset: doing.dataset.id, number: embed, wait: LOOK, signal }, isOver);
    if (found?.state === 'done') return embed;
    if (!found || isOver(found)) throw new JobFailed(endOf(found));
    const { done, total, state } = found;
    report({ done, total, message: `waits for job ${embed}` });
    // One that waits for its turn may wait for this one's.
    if (isTimeUp() || state === 'queued') return null;
  }
}

async function beginEmbedding({ dataset }: Doing): Promise<{ cursor: Cursor }> {
  const isPending = lackOf(dataset, requireVectors(dataset)) > 0;
  return { cursor: { embed: isPending ? (await embedRest(dataset)).number : 0 } };
}

/**
 * A run (Contract 14) of what the labels say about images that nobody has labelled. The same labels and vectors give the same hash.
 * @throws HttpError `suggest refused`
 */
export async function makeSuggestions(
  {
    dataset: { id },
    job,
    cursor,
    signal,
    step,
  }: Pick<Doing, 'dataset' | 'job' | 'cursor' | 'signal' | 'step'>,
  embed: number,
) {
  // With what was looked at meanwhile.
  const dataset = await requireThere(id);
  const { embedder } = requireVectors(dataset);
  const study = await studyLabels(dataset, { objects, signal });
  const head = requireHead(study);
  const about = { name: 'Suggestions', model: modelOf(embedder), trainedOn: null } as const;
  const begun = (cursor as Cursor | null)?.run;
  const { run: number } =
    begun !== undefined
      ? { run: begun }
      : await step(1, async (batch) => {
          const run = await runs.add(batch, dataset.id, { ...about, source: 'builtin', by: job.by });
          return { cursor: { embed, run } };
        });
  noteLogFields({ run: number });
  const said = suggestions(dataset, { ...study, head });
  const gather = (found: GatherPorts) => gatherRun(said, dataset.type, found);
  const made = await finishRun({ dataset, number, signal }, gather);
  if (!made?.counts) throw new JobFailed('the run was deleted');
  return { run: number, hash: made.hash, counts: made.counts };
}

async function* suggestions(
  { id: dataset }: Dataset,
  { images, vectors, classes, head }: Study & { head: Head },
): AsyncGenerator<RunImage[]> {
  const known = new Set(classes);
  const isLabelled = (record: ImageRecord) => labelOf(record, known) !== null;
  for (const rows of chunks(images.keys(), TOGETHER)) {
    const ids = rows.map((row) => images[row]!.id);
    const records = await ownRecords(dataset, ids, ['tag', 'tags', 'suggested', 'checked'], imageLists);
    yield rows.flatMap((row) => {
      const record = records.get(images[row]!.id);
      if (!record || isLabelled(record)) return [];
      return [{ image: record.id, predictions: likeliestOf(judge(head, vectors, row), classes) }];
    });
  }
}

const likeliestOf = (shares: Float64Array, classes: readonly string[]): Prediction[] =>
  classes
    .map((tag, label) => ({ tag, score: shares[label]! }))
    .sort((a, b) => b.score - a.score)
    .slice(0, LIKELIEST);
