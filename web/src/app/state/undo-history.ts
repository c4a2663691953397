/** The undo history, one for the whole console: judgements and edits can be undone until the browser tab is closed. */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { onOtherPerson } from '../../data/account.ts';
import type { Begun, Counts } from '../../data/images/judge.ts';
import { Store } from '../../data/live/store.ts';
import { didStep, NO_HISTORY, redoStep, type Step, undoStep } from '../../data/undo.ts';
import type { Texts } from '../../text/en.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { notify } from './toasts.ts';

const history = new Store(NO_HISTORY);
// People must not undo the changes of somebody else.
onOtherPerson(() => history.set(NO_HISTORY));

/** Adds a step to the history without a notice. */
export function remember(step: Step): void {
  history.set(didStep(history.get(), step));
}

/** Removes a step that failed. */
export function forget(step: Step): void {
  const { done, undone } = history.get();
  const others = (steps: readonly Step[]) => steps.filter((each) => each !== step);
  history.set({ done: others(done), undone: others(undone) });
}

/**
 * A step of images. Undo and redo skip images that have changed since and report them in a notice. If all have changed, the
 * step is removed.
 */
export function stepOfImages(
  label: string,
  undo: () => Promise<Begun>,
  redo: () => Promise<Begun>,
  text: Texts,
): Step {
  const reporting = (work: () => Promise<Begun>) => async () => follow(step, (await work()).result, text);
  const step = { label, undo: reporting(undo), redo: reporting(redo) };
  return step;
}

/** Reports what the service says of a step that was taken already, and removes the step if nothing was done. */
export function follow(step: Step, result: Promise<Counts>, text: Texts): void {
  result.then(
    ({ done, stale }) => {
      if (done === 0) forget(step);
      showStale(stale, text);
    },
    (error: unknown) => {
      forget(step);
      showError(error, text);
    },
  );
}

/**
 * Adds a step to the history and shows a notice with an Undo button. The notice closes when another step becomes the newest,
 * because the button would undo that one.
 */
export function recordStep(step: Step, text: Texts): void {
  remember(step);
  const run = () => void travel(undoStep, (next) => next.undo, text, step);
  const close = notify({ message: step.label, action: { label: text.undo, run } });
  const unsubscribe = history.subscribe(() => {
    if (history.get().done.at(-1) === step) return;
    unsubscribe();
    close();
  });
}

/** Changes, undos and redos that are still in progress. */
const inProgress = new Set<Promise<unknown>>();
/** Settles when no undo or redo is in progress. */
let undoing = Promise.resolve();

/**
 * Runs a change that adds a step when it is done. An undo waits for it, so that it undoes this step and not an older one;
 * and it waits for an undo, so that the service receives both in the order in which they were made.
 */
export const change = <T>(work: () => Promise<T>): Promise<T> => track(undoing.then(work));

export const undo = (text: Texts): Promise<void> => travel(undoStep, (step) => step.undo, text);

export const redo = (text: Texts): Promise<void> => travel(redoStep, (step) => step.redo, text);

/**
 * Undos and redos run one after another, because the next step is known only when everything before is done.
 * @param only does nothing if another step is next
 */
function travel(
  move: typeof undoStep,
  workOf: (step: Step) => Step['undo'],
  text: Texts,
  only?: Step,
): Promise<void> {
  const before = Promise.all(inProgress);
  undoing = track(
    before.then(async () => {
      const { history: next, step } = move(history.get());
      if (!step || (only && only !== step)) return;
      history.set(next);
      await attempt(workOf(step), text);
    }),
  );
  return undoing;
}

function track<T>(running: Promise<T>): Promise<T> {
  const settled = running.catch(() => {}).finally(() => inProgress.delete(settled));
  inProgress.add(settled);
  return running;
}

/** Runs `work`; on failure, shows a notice with the service's error message. @returns whether it succeeded */
export async function attempt(work: () => Promise<void>, text: Texts): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    showError(error, text);
    return false;
  }
}

/** Makes a change that can be undone. On failure, shows a notice. @returns whether it succeeded */
export const make = (step: Step, text: Texts): Promise<boolean> =>
  change(async () => {
    const isDone = await attempt(step.redo, text);
    if (isDone) recordStep(step, text);
    return isDone;
  });

/** Shows a notice if images were left as they are, because they have changed meanwhile. @param stale their number */
export function showStale(stale: number, text: Texts): void {
  if (stale > 0) notify({ message: text.wereStale(text.images(stale)), tone: 'failed' });
}

export function showError(error: unknown, text: Texts): void {
  const requestId = error instanceof SightlineError ? error.requestId : undefined;
  notify({ message: text.notDone(reasonOf(error, text)), tone: 'failed', requestId });
}
