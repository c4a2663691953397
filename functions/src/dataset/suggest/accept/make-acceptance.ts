import { createHash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import { uidOf } from '../../../common/access/permit-maker.ts';
import { imageLists } from '../../../common/adapters/firestore/images/image-lists.ts';
import { acceptances } from '../../../common/adapters/firestore/records/acceptances.ts';
import { datasets } from '../../../common/adapters/firestore/records/datasets.ts';
import { objects as objectStore } from '../../../common/adapters/objects.ts';
import { inParallel } from '../../../common/concurrency/in-parallel.ts';
import { Semaphore } from '../../../common/concurrency/semaphore.ts';
import { HttpError } from '../../../common/errors.ts';
import { isMissing } from '../../../common/foreign-errors.ts';
import type { Dataset, ImageRecord } from '../../../common/model.ts';
import type { Datasets, Objects } from '../../../common/ports.ts';
import { randomId } from '../../../common/records/made-ids.ts';
import { nameRequest } from '../../../common/records/name-request.ts';
import {
  type Acceptance,
  type AcceptedClass,
  acceptanceName,
  type SuggestedImage,
} from '../../../common/runs/acceptance-ports.ts';
import { readRun } from '../../../common/runs/read-run.ts';
import type { Run } from '../../../common/runs/run-ports.ts';
import { ownRecords } from '../../runs/own-records.ts';
import { type RunTarget, requireReadyRun } from '../../runs/show-run.ts';
import { refused, requireClassified, suggesting } from '../require-suggest.ts';
import { readyClasses } from '../show-suggest.ts';
import { classTags, labelOf, studyLabels } from '../study.ts';
import { MOST_REVIEWED } from './acceptance-request.ts';
import { isCandidate, sampleOf, suggestionOf, type Wanted } from './candidates.ts';

interface Input extends RunTarget {
  body: Wanted & { precision: number };
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

interface Made extends Pick<Acceptance, 'precision' | 'suggestions' | 'sample'> {
  acceptance: string;
  /** False where all must be reviewed, so that nothing is gained. */
  worthIt: boolean;
  /** Classes with suggestions; `review`: how many of them the sample has. */
  classes: (AcceptedClass & { review: number })[];
}

/** Images of an acceptance: as many as have a vector. */
const MOST = 100_000;
/** All images of an acceptance are in memory meanwhile: one at a time in this process; owners of datasets take turns. */
const gathering = new Semaphore(1);
/** Tags that are looked up at once. */
const PARALLEL = 16;
/** More labels of a class than these are not counted: so many of it may be lost at most. */
const MOST_KNOWN = 1000;

/**
 * Begins to accept what a run says of the images that nobody has labelled (Contract 15): which they are, and which of them a
 * person reviews, is fixed now. It changes no label.
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`, `run not ready`, `suggest refused`
 */
export async function makeAcceptance({ body, requestKey, signal, ...target }: Input): Promise<Made> {
  const { dataset, run } = await requireReadyRun(target, 'editor');
  requireClassified(dataset);
  const by = uidOf(target.caller);
  const named = nameRequest(`accept ${dataset.id} ${run.number}`, by, requestKey);
  const known = named && (await acceptances.find(dataset.id, named));
  const making = { run, about: { id: named ?? randomId(), by, ...body }, signal };
  const begin = async () => {
    await requireReady(dataset, making);
    return gathering.run(() => make(dataset, making), { signal, share: dataset.owner });
  };
  const { id, precision, suggestions, sample, classes } = known || (await begin());
  return {
    ...{ acceptance: id, precision, suggestions, sample, worthIt: sample.length < suggestions },
    classes: classes
      .filter(({ suggested }) => suggested > 0)
      .map((each) => ({ ...each, review: sample.filter(({ tag }) => tag === each.tag).length })),
  };
}

/** `change`: what had changed the image before. */
type FoundImage = SuggestedImage & Pick<ImageRecord, 'change'>;

type ReadyRun = Run & { counts: NonNullable<Run['counts']> };

interface Making {
  run: ReadyRun;
  about: Pick<Acceptance, 'id' | 'by' | 'threshold' | 'tags' | 'precision'>;
  signal: AbortSignal;
}

async function make(dataset: Dataset, { run, about, signal }: Making): Promise<Acceptance> {
  const suggestions: FoundImage[] = [];
  for await (const some of suggested(dataset, { run, about, signal })) {
    suggestions.push(...some);
    if (suggestions.length > MOST)
      throw refused('more than 100,000 images: take a higher threshold, or fewer tags');
  }
  if (suggestions.length === 0)
    throw refused('the run says nothing as sure as threshold of images without a class; TEST does not count');
  const classes = await countClasses(dataset, suggestions);
  const sample = sampleOf(suggestions, { ...about, classes, hash: run.hash });
  if (sample.size > MOST_REVIEWED) throw refused(tooMany(sample.size, classes));
  const left = suggestions.filter((each) => !sample.has(each));
  const others = JSON.stringify(
    left.map(({ image, tag, revision, change }) => [image, tag, revision, change]),
  );
  const hash = createHash('sha256').update(others).digest('hex');
  await objectStore.put(acceptanceName(dataset.id, hash), Buffer.from(others), 'application/json');
  return acceptances.make(dataset.id, {
    ...about,
    run: run.number,
    name: run.name,
    suggestions: suggestions.length,
    classes,
    sample: [...sample].map(({ change: _, ...each }) => each),
    others: hash,
    progress: { state: 'open', reviewed: [], job: null, accepted: 0, sampled: 0, restored: 0 },
  });
}

async function* suggested(dataset: Dataset, { run, about, signal }: Making): AsyncGenerator<FoundImage[]> {
  const classes = await classesOf(dataset, run, datasets);
  const objects: Pick<Objects, 'read'> = {
    read: (name) => addAbortSignal(signal, objectStore.read(name)),
  };
  try {
    for await (const page of readRun({ dataset: dataset.id, hash: run.hash }, objects)) {
      const wanted = page.map((each) => suggestionOf(each, classes, about)).filter((each) => each !== null);
      const ids = wanted.map(({ image }) => image);
      const records = await ownRecords(dataset.id, ids, ['tag', 'set', 'revision', 'change'], imageLists);
      yield wanted.flatMap((each) => {
        const record = records.get(each.image);
        return record && isCandidate(record)
          ? [{ ...each, revision: record.revision, change: record.change }]
          : [];
      });
    }
  } catch (error) {
    if (isMissing(error)) throw new HttpError('run not found', { id: String(run.number) }, error);
    throw error;
  }
}

/**
 * Suggestions that rest on few or doubtful labels of a class may be taken for the others. Runs of models were not learned from
 * these labels.
 * @throws HttpError `suggest refused`
 */
async function requireReady(dataset: Dataset, { run, about, signal }: Making): Promise<void> {
  if (run.source !== 'builtin' || about.tags !== null) return;
  const reading = { objects: objectStore, signal };
  const study = await suggesting(() => studyLabels(dataset, reading), dataset, signal);
  const lacking = Object.entries(readyClasses(study)).flatMap(([tag, isReady]) => (isReady ? [] : [tag]));
  if (lacking.length > 0)
    throw refused(
      `labels of ${lacking.slice(0, 5).join(', ')} are too few or too doubtful: label more of them, or name the classes to accept (tags)`,
    );
}

/** All classes of the dataset, with their suggestions and their labels by people. */
async function countClasses(
  dataset: Dataset,
  suggestions: readonly SuggestedImage[],
): Promise<AcceptedClass[]> {
  const tags = classTags(await datasets.tags(dataset));
  const classes = new Set(tags);
  const suggested = Map.groupBy(suggestions, ({ tag }) => tag);
  return inParallel(tags, PARALLEL, async (tag) => {
    let known = 0;
    for await (const page of imageLists.ofTag(dataset.id, tag, null)) {
      known += page.filter((image) => image.dataset === dataset.id && labelOf(image, classes) === tag).length;
      if (known >= MOST_KNOWN) break;
    }
    return { tag, suggested: suggested.get(tag)?.length ?? 0, known: Math.min(known, MOST_KNOWN) };
  });
}

function tooMany(size: number, classes: readonly AcceptedClass[]): string {
  const rarest = classes.reduce((least, each) => (each.known < least.known ? each : least));
  return `a person would have to review ${size} images, and ${MOST_REVIEWED} are the most. ${rarest.tag} has ${rarest.known} labels: label more of it, or take a higher threshold, or fewer tags`;
}

/** What each tag of a run is called now, if it is a class. */
async function classesOf(
  dataset: Dataset,
  { counts }: ReadyRun,
  datasets: Datasets,
): Promise<Map<string, string>> {
  const known = new Set(classTags(await datasets.tags(dataset)));
  const current = await inParallel(Object.keys(counts.tags), PARALLEL, async (tag) => {
    const now = await datasets.resolveTag(dataset, tag);
    return typeof now === 'string' && known.has(now) ? [[tag, now] as const] : [];
  });
  return new Map(current.flat());
}
