import { createHash } from 'node:crypto';
import { nameOf } from '../../../common/access/caller.ts';
import { HttpError } from '../../../common/errors.ts';
import { isMissing } from '../../../common/foreign-errors.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Datasets, Objects } from '../../../common/ports.ts';
import type { Folders } from '../../../common/records/record-ports.ts';
import { type Runs, runReportName, runReportPrefix } from '../../../common/runs/run-ports.ts';
import { type Reading, readWhole } from '../../../common/storage/read-whole.ts';
import type { Version, Versions } from '../../../common/versions/version-ports.ts';
import { classNames } from '../../version/class-names.ts';
import { requireReady } from '../../version/show-version.ts';
import { type RunTarget, requireReadyRun } from '../show-run.ts';
import type { evaluate, Settings } from './evaluation/isolated-evaluate.ts';
import { EVALUATION, sourcePorts } from './evaluation/isolated-sources.ts';
import type { Kind } from './evaluation/truth.ts';
import { openIndex } from './open-index.ts';
import { kindOf } from './run-sources.ts';
import type { EvaluateBody } from './schema.ts';

interface Input extends RunTarget {
  body: EvaluateBody;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export interface EvaluatePorts {
  datasets: Datasets;
  folders: Pick<Folders, 'list'>;
  objects: Objects;
  runs: Pick<Runs, 'find'>;
  versions: Versions;
}

/** The next number with each change of what reports have: those of before are made again. */
const REPORT = 1;

/** Of a run: whoever asks other questions of it does not fill the owner's bucket. */
const MOST_KEPT = 20;

/**
 * How well a run agrees with a version (Contract 14). The report is kept, and the same question answered from it.
 * @throws HttpError `dataset not found`, `run not found`, `run not ready`, `version not found`, `version not ready`,
 *   `bad parameter`, `run too large`, `too costly`
 */
export async function evaluateRun({ body, signal, ...target }: Input, ports: EvaluatePorts) {
  const { dataset, run } = await requireReadyRun(target, 'viewer', ports);
  const { version } = await requireReady({ ...target, number: body.version }, ports);
  const trained = run.trainedOn === null ? null : await ports.versions.find(dataset.id, run.trainedOn);
  const reading = { objects: ports.objects, signal };
  const index = await openIndex(dataset.id, run, reading);
  const settings = settingsOf(body, kindOf(version.parameters.type, index));
  noteLogFields({ version: version.number });
  const known = { dataset: dataset.id, run, version, trained: trained?.state === 'ready' ? trained : null };
  const name = runReportName(dataset.id, run.hash, keyOf(known, settings));
  const kept = await readReport(name, reading);
  if (kept) return { version: version.number, report: kept };
  const report = await makeReport({ ...known, settings, caller: nameOf(target.caller, '') }, reading);
  // A mask that cannot be read now may be restored.
  if (report.unreadable === 0) {
    await ports.objects.put(name, Buffer.from(JSON.stringify(report)), 'application/json');
    await removeOldest(runReportPrefix(dataset.id, run.hash), ports);
  }
  return { version: version.number, report };
}

function settingsOf({ set, iou, threshold }: EvaluateBody, kind: Kind): Settings {
  if (kind !== 'classes') return { kind, set, iou: iou ?? 0.5, threshold: threshold ?? 0.5 };
  if (iou !== undefined)
    throw new HttpError('bad parameter', { reason: 'iou: images of this version have classes, not boxes' });
  return { kind, set, iou: null, threshold: threshold ?? 0 };
}

interface Known {
  dataset: string;
  run: { hash: string };
  version: Version;
  /** The version that the model was trained on; null if it is unknown. */
  trained: Pick<Version, 'hash'> | null;
}

/** Names everything that a report depends on, but for the run. */
function keyOf({ version: { hash, parameters }, trained }: Known, settings: Settings): string {
  const { kind, set, iou, threshold } = settings;
  const classes = [...classNames(parameters)];
  const all = [REPORT, hash, classes, trained?.hash ?? null, kind, set, iou, threshold];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 32);
}

async function readReport(name: string, reading: Reading): Promise<object | null> {
  try {
    return JSON.parse((await readWhole(name, reading)).toString()) as object;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function makeReport(
  { dataset, run, version, trained, settings, caller }: Known & { settings: Settings; caller: string },
  reading: Reading,
) {
  return runIsolated<typeof evaluate>('evaluate', {
    input: {
      dataset,
      run: { hash: run.hash },
      version: { hash: version.hash, parameters: version.parameters },
      trained: trained && { hash: trained.hash },
      settings,
    },
    ports: sourcePorts({ dataset, ...reading }),
    budget: EVALUATION,
    place: 'long',
    caller,
    signal: reading.signal,
  });
}

/** Two calls at a time remove the same ones. */
async function removeOldest(
  prefix: string,
  { folders, objects }: Pick<EvaluatePorts, 'folders' | 'objects'>,
): Promise<void> {
  const reports: { name: string; updated: number }[] = [];
  for await (const each of folders.list(prefix)) if (each.name.endsWith('.json')) reports.push(each);
  reports.sort((a, b) => b.updated - a.updated);
  for (const { name } of reports.slice(MOST_KEPT)) await objects.remove(name);
}
