import { type Head, judge } from '../../../../packages/look/src/head.ts';
import { uidOf } from '../../common/access/permit-maker.ts';
import { chunks } from '../../common/chunks.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Dataset, ImageRecord } from '../../common/model.ts';
import type { ImageLists } from '../../common/ports.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { Prediction, RunImage } from '../../common/runs/run-lines.ts';
import type { Run, RunCounts, Runs } from '../../common/runs/run-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import { type FinishPorts, finishRun } from '../runs/finish-run.ts';
import { type GatherPorts, gatherRun } from '../runs/gather-run.ts';
import { ownRecords } from '../runs/own-records.ts';
import { modelOf } from './look.ts';
import { refused, requireClassified, requireVectors, suggesting } from './require-suggest.ts';
import { labelOf, requireHead, type Study, type StudyPorts, studyLabels } from './study.ts';

interface Input extends Target {
  /** The same at every retry of one request; null if none was sent. */
  requestKey: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

interface Ports extends StudyPorts {
  imageLists: Pick<ImageLists, 'ofTag' | 'byIds'>;
  runs: FinishPorts['runs'] & Pick<Runs, 'create'>;
}

/** Images whose records are read together, and classes that an image gets. */
const TOGETHER = 1000;
const LIKELIEST = 5;

/**
 * A run (Contract 14) of what the labels say about images that nobody has labelled (Contract 15). The same labels and vectors
 * give the same hash.
 * @throws HttpError `dataset not found`, `forbidden`, `suggest refused`
 */
export async function makeSuggestions(
  { requestKey, signal, ...target }: Input,
  ports: Ports,
): Promise<{ run: number; hash: string; counts: RunCounts }> {
  const dataset = await requireDataset(target, 'editor', ports.datasets);
  const { embedder } = requireVectors(dataset);
  requireClassified(dataset);
  return suggesting(
    async () => {
      const study = await studyLabels(dataset, { objects: ports.objects, signal }, ports);
      const head = requireHead(study);
      const by = uidOf(target.caller);
      const about = {
        name: 'Suggestions',
        model: modelOf(embedder),
        trainedOn: null,
        source: 'builtin',
        by,
      } as const;
      const request = nameRequest(`suggest ${dataset.id}`, by, requestKey);
      const { number, ...run } = await ports.runs.create(dataset.id, about, request);
      noteLogFields({ run: number });
      const said = suggestions(dataset, { ...study, head }, ports);
      const gather = (found: GatherPorts) => gatherRun(said, dataset.type, found);
      const made = run.state === 'ready' ? run : await finishRun({ dataset, number, signal }, gather, ports);
      return requireMade(number, made);
    },
    dataset,
    signal,
  );
}

/** @throws HttpError `suggest refused` if somebody has deleted the run meanwhile */
function requireMade(run: number, made: Omit<Run, 'number'> | null) {
  if (!made?.counts) throw refused('the run was deleted');
  return { run, hash: made.hash, counts: made.counts };
}

async function* suggestions(
  { id: dataset }: Dataset,
  { images, vectors, classes, head }: Study & { head: Head },
  { imageLists }: Ports,
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
