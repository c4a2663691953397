/** People at dashboards while cameras run: they start and stop sessions, change annotations, delete images. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../emulators/scenes/random.ts';
import { encodeObjectName } from '../../../functions/src/common/storage/object-name.ts';
import { insist, type Request, tryOnce } from './insist.ts';
import type { Ledger, SentFrame } from './ledger.ts';
import { type SoakStage, TAGS } from './stage.ts';

interface Person {
  random: Random;
  signal: AbortSignal;
}

/** Range of milliseconds between two actions. */
const PAUSE = { foreman: [700, 2500], annotator: [100, 500], analyst: [3000, 8000] } as const;
/** Fraction of an annotator's actions that delete an image. */
const DELETES = 0.3;

async function each(
  { random, signal }: Person,
  [least, most]: readonly [number, number],
  act: () => unknown,
) {
  while (!signal.aborted) {
    await wait(random.between(least, most));
    if (!signal.aborted) await act();
  }
}

/** Starts and stops sessions, often twice at once: only one of two starts may win. */
export function runForeman(stage: SoakStage, ledger: Ledger, person: Person): Promise<void> {
  const running = new Set<string>();
  return each(person, PAUSE.foreman, async () => {
    const monitor = person.random.pick(stage.monitors);
    const verb = running.has(monitor) ? 'stop' : 'start';
    const request = {
      route: `monitor ${verb}`,
      url: `${stage.stack.baseUrl}/monitor/${monitor}/${verb}`,
      method: 'POST',
    };
    const attempts = Array.from({ length: person.random.whole(1, 2) }, () => insist(request, ledger));
    const answers = await Promise.all(attempts);
    const winners = answers.filter(({ status }) => status === 200).length;
    if (winners > 1) ledger.findings.push(`${monitor} ${verb} was won twice`);
    for (const { status } of answers)
      if (status !== 200 && status !== 409) ledger.findings.push(`${monitor} ${verb} answered ${status}`);
    ledger.counts[verb === 'start' ? 'starts' : 'stops'] += winners;
    if (verb === 'start') running.add(monitor);
    else running.delete(monitor);
  });
}

export function runAnnotator(stage: SoakStage, ledger: Ledger, person: Person): Promise<void> {
  return each(person, PAUSE.annotator, async () => {
    const frame = pickFrame(ledger, person.random);
    if (!frame) return;
    frame.isBusy = true;
    if (person.random.next() < DELETES) await deleteImage(stage, ledger, frame);
    else await annotate(stage, ledger, frame, person.random);
    frame.isBusy = false;
  });
}

/** A recent frame that nobody else uses. */
function pickFrame(ledger: Ledger, random: Random): SentFrame | undefined {
  const recent = ledger.frames.slice(-400).filter(({ id, isDeleted, isBusy }) => id && !isDeleted && !isBusy);
  return recent.length === 0 ? undefined : random.pick(recent);
}

async function annotate({ stack }: SoakStage, ledger: Ledger, frame: SentFrame, random: Random) {
  const annotations = Array.from({ length: random.whole(0, 3) }, () => random.pick(TAGS));
  const tags = annotations.map((tag) => ({ tag, x: 0.1, y: 0.2, w: 0.3, h: 0.4 }));
  const request: Request = {
    route: 'monitor updateTags',
    url: `${stack.baseUrl}/monitor/updateTags`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dataset: frame.dataset, imageID: frame.id, tags }),
  };
  const { status } = await insist(request, ledger);
  if (status !== 200) ledger.findings.push(`updateTags of ${frame.name} answered ${status}`);
  else frame.annotations = annotations;
  ledger.counts.tagUpdates += 1;
}

/** 404 is an answer too, after an attempt whose answer was lost. */
async function deleteImage({ stack }: SoakStage, ledger: Ledger, frame: SentFrame): Promise<void> {
  const encoded = encodeObjectName(`dataset/${frame.dataset}/${frame.id}.jpg`);
  const url = `${stack.baseUrl}/image/delete/image/${encoded}`;
  const { status } = await insist({ route: 'image delete', url, method: 'DELETE' }, ledger);
  if (status !== 200 && status !== 404) ledger.findings.push(`delete of ${frame.name} answered ${status}`);
  frame.isDeleted = true;
  ledger.counts.deletes += 1;
}

/**
 * Reads, and refreshes the counters of one dataset; those of the others are never refreshed, so that errors there remain
 * visible.
 */
export function runAnalyst(stage: SoakStage, ledger: Ledger, person: Person): Promise<void> {
  const [dataset] = stage.datasets;
  const url = `${stage.stack.baseUrl}/dataset/${dataset}`;
  const acts: Request[] = [
    { route: 'dataset refreshCounters', url: `${url}/refreshCounters`, method: 'POST' },
    { route: 'dataset csv', url: `${url}/csv` },
  ];
  return each(person, PAUSE.analyst, () => tryOnce(person.random.pick(acts), ledger));
}
