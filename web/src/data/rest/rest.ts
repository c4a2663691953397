/** Labelling the rest of a dataset from a few labels (Contract 15). Long work continues when its page is closed. */
import { useQuery } from '@tanstack/react-query';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Job } from '../../../../client/src/jobs.ts';
import { fieldOf, SightlineError } from '../../../../client/src/sightline-error.ts';
import type { AcceptedInBulk, SuggestState } from '../../../../client/src/suggestions.ts';
import { readImages } from '../images/read-images.ts';
import { useStore } from '../live/store.ts';
import { untilAnswered } from '../persist.ts';
import { reviewRun } from '../runs/run-images.ts';
import { service } from '../service.ts';
import { type Running, Works } from '../works.ts';
import { byClass, currentCheck, type Figures, keepCheck, reviewedOf } from './check.ts';

export type { SuggestState };

/** What this tab does. `done` of `all`, both 0 until they are known. `waits`: there is no connection. */
export type RestWork =
  | { phase: 'looking' | 'suggesting' | 'accepting' | 'undoing'; done: number; all: number; waits: boolean }
  | { phase: 'failed'; error: Error };
type Phase = Exclude<RestWork['phase'], 'failed'>;

const works = new Works<RestWork>();

export const useRestWork = (dataset: string): RestWork | null => useStore(works.store(dataset));
export const dropRestWork = (dataset: string): void => works.drop(dataset);

const suggestionsOf = (dataset: string) => service().datasets(dataset).suggestions;

/** What suggestions rest on, asked again after each work. */
export const useSuggestState = (dataset: string) =>
  useQuery({
    queryKey: ['suggest', dataset],
    queryFn: ({ signal }) => suggestionsOf(dataset).state({ signal }),
    gcTime: 0,
  });

/** Most that are listed. */
const LISTED = 50;

export type ListedAcceptance = AcceptedInBulk['acceptances'][number];

/** What was accepted in bulk, by anybody, newest first, asked again after each work. */
export const useAcceptances = (dataset: string) =>
  useQuery({
    queryKey: ['acceptances', dataset],
    queryFn: ({ signal }) => suggestionsOf(dataset).acceptances({ limit: LISTED }, { signal }),
    gcTime: 0,
  });

interface Step extends Pick<Running<RestWork>, 'signal'> {
  tell: (done: number, all: number) => void;
  /** Repeats a call until the service answers. */
  ask: <T>(call: () => Promise<T>) => Promise<T>;
}

/** The work ends without a phase, unless it has failed. */
const work = (dataset: string, phase: Phase, steps: (step: Step) => Promise<void>): Promise<void> =>
  works.run(
    dataset,
    async ({ show, signal }) => {
      let at = { phase, done: 0, all: 0 };
      const tell = (done: number, all: number) => {
        at = { phase, done, all };
        show({ ...at, waits: false });
      };
      tell(0, 0);
      await steps({
        ...{ signal, tell },
        ask: (call) => untilAnswered(call, () => show({ ...at, waits: true })),
      });
      if (!signal.aborted) works.drop(dataset);
    },
    (error) => ({ phase: 'failed', error }),
  );

/** Switches suggestions on, and looks at all pictures that have not been looked at. */
export const lookAtAll = (dataset: string): Promise<void> =>
  work(dataset, 'looking', async ({ signal, tell, ask }) => {
    const { embedder } = await ask(() => suggestionsOf(dataset).state({ signal }));
    if (embedder === 'off')
      await ask(() => service().datasets(dataset).update({ suggest: 'builtin' }, { signal }));
    await ask(() =>
      suggestionsOf(dataset).look({ signal, onProgress: ({ done, total }) => tell(done, total ?? 0) }),
    );
  });

/** Suggests a class for what nobody has labelled. @param use is given the run's number */
const suggest = (dataset: string, use: (run: number, step: Step) => Promise<void>): Promise<void> =>
  work(dataset, 'suggesting', async (step) => {
    const { run } = await step.ask(() => suggestionsOf(dataset).make({ signal: step.signal }));
    await use(run, step);
  });

/** `threshold`: score from which suggestions are taken; `tags`: of these classes; `precision`: the share of each that must be right. */
interface Demand {
  threshold: number;
  tags: string[];
  precision: number;
}

export const beginCheck = (dataset: string, demand: Demand): Promise<void> =>
  suggest(dataset, async (run, { signal, ask }) => {
    const acceptance = await ask(() => suggestionsOf(dataset).accept(run, demand, { signal }));
    keepCheck(dataset, { ...acceptance, said: {}, outcome: null });
  });

/** Sends those to review of which a label would teach most. @param onSent is told how many */
export const reviewMostInstructive = (
  dataset: string,
  count: number,
  onSent: (sent: number) => void,
): Promise<void> =>
  suggest(dataset, async (run) => onSent(await reviewRun(dataset, run, 'uncertain', count)));

/**
 * Sends the check. If too few were right, what the person said of each is kept as a label all the same.
 * @param label gives images a class
 */
export const finishCheck = (
  dataset: string,
  label: (images: readonly ListedImage[], tag: string) => void,
): Promise<void> =>
  work(dataset, 'accepting', async ({ signal, tell, ask }) => {
    const check = currentCheck(dataset);
    if (!check) return;
    const reviewed = reviewedOf(check);
    const onProgress = (job: Job) => tell(job.done, job.total ?? 0);
    try {
      const { classes, accepted, stale } = await ask(() =>
        suggestionsOf(dataset).review(check.acceptance, reviewed, { signal, onProgress }),
      );
      keepCheck(dataset, { ...check, outcome: { state: 'accepted', classes, accepted, stale } });
    } catch (error) {
      const classes = figuresOf(error);
      if (!classes) throw error;
      const images = await readImages(check.sample.map(({ image }) => image));
      for (const [tag, some] of byClass(check, images)) label(some, tag);
      keepCheck(dataset, { ...check, outcome: { state: 'refused', classes } });
    }
  });

/** Of a refusal because too few were right, or too many of a class may be lost. */
function figuresOf(error: unknown): Figures | null {
  const known = error instanceof SightlineError && error.status === 409;
  const classes = known ? fieldOf(error.body, 'classes') : null;
  return Array.isArray(classes) ? (classes as Figures) : null;
}

/** @param onUndone is told how many are unlabelled again, and how many somebody has changed since */
export const undoAcceptance = (
  dataset: string,
  acceptance: string,
  onUndone: (restored: number, changed: number) => void,
): Promise<void> =>
  work(dataset, 'undoing', async ({ signal, tell, ask }) => {
    const { restored, changed } = await ask(() =>
      suggestionsOf(dataset).undo(acceptance, {
        signal,
        onProgress: (job: Job) => tell(job.done, job.total ?? 0),
      }),
    );
    if (currentCheck(dataset)?.acceptance === acceptance) keepCheck(dataset, null);
    onUndone(restored, changed);
  });
