import { createHash, hash } from 'node:crypto';
import { classNames } from '../../../../../packages/formats/src/write/class-names.ts';
import { classesOf } from '../../../../../packages/formats/src/write/export-source.ts';
import type { Role } from '../../../common/access/permit.ts';
import { runs } from '../../../common/adapters/firestore/records/runs.ts';
import { versions } from '../../../common/adapters/firestore/records/versions.ts';
import { objects } from '../../../common/adapters/objects.ts';
import { HttpError } from '../../../common/errors.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import type { Job } from '../../../common/jobs/job.ts';
import { type Doing, type Done, JobFailed, type Kind } from '../../../common/jobs/kind.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Dataset } from '../../../common/model.ts';
import { type Run, runReportName, runReportPrefix } from '../../../common/runs/run-ports.ts';
import type { Reading } from '../../../common/storage/read-whole.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import { requireReady } from '../../version/show-version.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import { badClasses } from './evaluation/bad-classes.ts';
import type { evaluate, Settings } from './evaluation/isolated-evaluate.ts';
import { EVALUATION, sourcePorts } from './evaluation/isolated-sources.ts';
import type { Kind as Truth } from './evaluation/truth.ts';
import type { EvaluateBody } from './judge-request.ts';
import { askReport, keepReport } from './kept-report.ts';
import { openIndex } from './open-index.ts';
import { kindOf } from './run-sources.ts';

interface Input extends RunTarget {
  body: EvaluateBody;
  /** Seconds. */
  wait: number;
  requestKey: string | null;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** What the job is asked for. */
type Asked = Pick<EvaluateBody, 'set' | 'iou' | 'threshold'> & { run: number; version: number };

/** The next number with each change of what reports have: those of before are made again. */
const REPORT = 4;

/**
 * How well a run agrees with a version (Contract 14). The report is kept, and the same question answered from it.
 * @returns the job where the report is not there within the wait
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `version not found`, `version not ready`,
 *   `bad parameter`, `evaluation failed`, `jobs enough`
 */
export async function evaluateRun(
  { body, wait, requestKey, signal, ...target }: Input,
  role: Role = 'viewer',
): Promise<{ version: number; report: object } | { job: Job }> {
  const { dataset, run } = await requireReadyRun(target, role);
  const { version } = await requireReady({ ...target, number: body.version });
  const { name } = await questionOf({ dataset, run, version, body }, { objects, signal });
  const input = { ...body, run: run.number, version: version.number };
  const { caller } = target;
  const passing = untilMore(name, dataset);
  const asked = { kind: 'evaluate', name, passing, input, caller, requestKey, wait, signal } as const;
  const answer = await askReport(dataset, asked);
  return 'job' in answer ? answer : { version: version.number, ...answer };
}

/**
 * Makes the report and keeps it.
 * @returns `kept`: the name of its object
 * @throws JobFailed; HttpError `run not found`, `too costly`
 */
async function makeReport({ dataset, job, signal }: Doing): Promise<Done> {
  const asked = job.input as unknown as Asked;
  const [run, version] = await Promise.all([
    runs.find(dataset.id, asked.run),
    versions.find(dataset.id, asked.version),
  ]);
  if (!run?.counts || !version?.counts) throw new JobFailed('the run or the version is gone');
  const reading = { objects, signal };
  const { name, ...question } = await questionOf({ dataset, run, version, body: asked }, reading);
  let isFinal = question.settings.bad.length === 0;
  const copies = async (ids: readonly string[]) => {
    const { knownCopies } = await import('../../suggest/known-copies.ts');
    const known = await knownCopies(dataset, ids, reading);
    isFinal = known?.isFinal ?? false;
    return known?.groups ?? null;
  };
  const report = await runIsolated<typeof evaluate>('evaluate', {
    input: { dataset: dataset.id, ...question },
    ports: { ...sourcePorts({ dataset: dataset.id, ...reading }), copies },
    budget: EVALUATION,
    place: 'long',
    caller: dataset.owner,
    signal,
  });
  signal.throwIfAborted();
  const prefix = runReportPrefix(dataset.id, run.hash);
  const kept = await keepReport(report, { name: isFinal ? name : untilMore(name, dataset), prefix, job });
  return { result: { version: version.number, kept } };
}

/** A report is there when it is whole: cancelled, nothing is. */
export const evaluateJob: Kind = { role: 'viewer', work: makeReport };

interface Compared {
  dataset: Dataset;
  run: Run;
  version: Version;
  body: Omit<EvaluateBody, 'version'>;
}

/** What a report depends on, and the name under which it is kept. */
async function questionOf({ dataset, run, version, body }: Compared, reading: Reading) {
  const trained = run.trainedOn === null ? null : await versions.find(dataset.id, run.trainedOn);
  const index = await openIndex(dataset.id, run, reading);
  const bad = badClasses(dataset, classesOf(version.parameters));
  const settings = { ...settingsOf(body, kindOf(version, index)), bad };
  noteLogFields({ version: version.number });
  const known = { version, trained: trained?.state === 'ready' ? { hash: trained.hash } : null };
  const name = runReportName(dataset.id, run.hash, keyOf(known, settings));
  return {
    name,
    run: { hash: run.hash },
    version: { hash: version.hash, parameters: version.parameters },
    trained: known.trained,
    settings,
  };
}

function settingsOf({ set, iou, threshold }: Compared['body'], kind: Truth): Omit<Settings, 'bad'> {
  if (kind !== 'classes') return { kind, set, iou: iou ?? 0.5, threshold: threshold ?? 0.5 };
  if (iou !== undefined)
    throw new HttpError('bad parameter', { reason: 'iou: images of this version have classes, not boxes' });
  return { kind, set, iou: null, threshold: threshold ?? 0 };
}

interface Known {
  version: Version;
  /** The version that the model was trained on; null if it is unknown. */
  trained: Pick<Version, 'hash'> | null;
}

/** Names everything that a report depends on, but for the run. */
function keyOf({ version: { hash, parameters }, trained }: Known, settings: Settings): string {
  const { kind, set, iou, threshold, bad } = settings;
  const classes = [...classNames(parameters)];
  const all = [REPORT, hash, classes, trained?.hash ?? null, kind, set, iou, threshold, bad];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

/** Of a report that may know more near copies once more pictures have been looked at: with others, it is made again. */
const untilMore = (name: string, { vectors }: Dataset): string =>
  name.replace(/\.json$/, `-${hash('sha256', JSON.stringify(vectors?.parts ?? [])).slice(0, 16)}.json`);
