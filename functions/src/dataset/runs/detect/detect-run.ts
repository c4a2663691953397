import { HttpError } from '../../../common/errors.ts';
import { detectorMark } from '../../../common/images/detect-image.ts';
import { noteLogFields } from '../../../common/log.ts';
import type { Dataset } from '../../../common/model.ts';
import type { ImagePages } from '../../../common/ports.ts';
import type { Detecting, Run, Runs } from '../../../common/runs/run-ports.ts';
import { type ClosePorts, closeRun, type ReadyRun } from '../close-run.ts';
import { findRun, type RunTarget } from '../show-run.ts';
import { tagFinder } from '../upload/find-tags.ts';
import { type Looking, type LookPorts, lookAtImages } from './look-at-images.ts';

interface Input extends RunTarget, Pick<Looking, 'useCache' | 'deadline'> {
  /** After which no image is begun. */
  seconds: number;
  /** Aborted when the caller disconnects: what was kept until then counts. */
  signal: AbortSignal;
}

type Ports = LookPorts &
  ClosePorts & { imagePages: ImagePages; runs: ClosePorts['runs'] & Pick<Runs, 'detect'> };

/** `left`: images that the next call goes on with. A run that is ready has `hash` and `counts`. */
export type Detected = Pick<Detecting, 'done' | 'failed' | 'lost'> &
  Partial<Pick<ReadyRun, 'hash' | 'counts'>> & { number: number; left: number };

/** Images that are asked about and kept together. */
const PAGE = 8;
/** Images of one call: each may cost money. */
const MOST = 500;

/**
 * Runs a detector over the images of a run, for some seconds, from where the last call stopped (Contract 16). Once no image is
 * left, the run is closed.
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`, `run not open`, errors of detection
 */
export async function detectRun(input: Input, ports: Ports): Promise<Detected> {
  const found = await findRun(input, 'editor', ports);
  const { number } = found.run;
  const run = await walk(found, input, ports);
  const { filter, after, done, failed, lost, isWhole } = requireDetecting(run);
  noteLogFields({ images: done });
  if (run.state === 'open' && !isWhole) {
    const left = await ports.imagePages.count(found.dataset.id, filter, after);
    return { number, done, failed, lost: [...lost], left: Math.max(1, left) };
  }
  const { hash, counts } = await closeRun(input, ports);
  return { number, done, failed, lost: [...lost], left: 0, hash, counts };
}

/** @returns the run as it is when the time is over */
async function walk(
  { dataset, run: begin }: { dataset: Dataset; run: Run },
  { seconds, signal, useCache, deadline }: Input,
  ports: Ports,
): Promise<Run> {
  const end = Date.now() + seconds * 1000;
  const tags = await ports.datasets.tags(dataset);
  const resolveTag = (id: string) => ports.datasets.resolveTag(dataset, id);
  const findTag = tagFinder({ tags, version: null, tagMap: new Map() }, undefined, resolveTag);
  const looking = { dataset, findTag, useCache, deadline, signal };
  for (let [run, asked] = [begin, 0]; ; asked += PAGE) {
    const from = requireDetecting(run);
    const isOver = asked > 0 && (Date.now() >= end || asked >= MOST || signal.aborted);
    if (run.state !== 'open' || from.isWhole || isOver) return run;
    requireSame(from, dataset, run);
    const options = { limit: PAGE, after: from.after, thumbnails: false, fields: ['uri'] as const };
    const { images, next } = await ports.imagePages.page(dataset.id, from.filter, options);
    const records = images.map(({ record }) => record);
    const { lines, ...counted } = await lookAtImages(records, from, looking, ports);
    const to = { ...from, ...counted, after: next, isWhole: next === null };
    const kept = await ports.runs.detect(dataset.id, run.number, { from, to, lines });
    if (!kept) throw new HttpError('run not found', { id: String(run.number) });
    run = kept;
  }
}

function requireDetecting({ detecting, number }: Run): Detecting {
  if (detecting) return detecting;
  throw new HttpError('run not open', { id: String(number), reason: 'no detector makes its predictions' });
}

function requireSame({ detector }: Detecting, dataset: Dataset, { number }: Run): void {
  if (detector === detectorMark(dataset.detector)) return;
  const reason = 'the dataset has another detector now; close it, or delete it';
  throw new HttpError('run not open', { id: String(number), reason });
}
