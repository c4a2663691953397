/** The undo history, one for the whole console: judgements and edits can be undone until the browser tab is closed. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { Store } from '../data/store.ts';
import { didStep, NO_HISTORY, redoStep, type Step, undoStep } from '../data/undo.ts';
import type { Texts } from '../text/en.ts';
import { notify } from './toasts.ts';

const history = new Store(NO_HISTORY);

/** Adds a step to the history without a notice. */
export function remember(step: Step): void {
  history.set(didStep(history.get(), step));
}

/** Removes a step that failed. */
export function forget(step: Step): void {
  const { done, undone } = history.get();
  history.set({ done: done.filter((each) => each !== step), undone });
}

/** Adds a step to the history and shows a notice with an Undo button. */
export function recordStep(step: Step, text: Texts): void {
  remember(step);
  notify({ message: step.label, action: { label: text.undo, run: () => void undo(text) } });
}

/** Changes that are still in progress. */
const inProgress = new Set<Promise<unknown>>();

/** Runs a change that adds a step when it is done. An undo waits for it, so that it undoes this step and not an older one. */
export function change<T>(work: () => Promise<T>): Promise<T> {
  const running = work();
  const settled = running.catch(() => {}).finally(() => inProgress.delete(settled));
  inProgress.add(settled);
  return running;
}

export async function undo(text: Texts): Promise<void> {
  if (inProgress.size > 0) await Promise.all(inProgress);
  const { history: next, step } = undoStep(history.get());
  if (!step) return;
  history.set(next);
  await attempt(step.undo, text);
}

export async function redo(text: Texts): Promise<void> {
  if (inProgress.size > 0) await Promise.all(inProgress);
  const { history: next, step } = redoStep(history.get());
  if (!step) return;
  history.set(next);
  await attempt(step.redo, text);
}

/** Runs `work`; on failure, shows a notice with the service's error message. @returns whether it succeeded */
export async function attempt(work: () => Promise<void>, text: Texts): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tellFailure(error, text);
    return false;
  }
}

export function tellFailure(error: unknown, text: Texts): void {
  const { message } = error as Error;
  const requestId = error instanceof SightlineError ? error.requestId : undefined;
  notify({ message: text.notDone(message), tone: 'failed', requestId });
}
