/** One history for the page that is open: every judgement and every edit can be undone, for as long as it is. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { Store } from '../data/store.ts';
import { didStep, NO_HISTORY, redoStep, type Step, undoStep } from '../data/undo.ts';
import type { Texts } from '../text/en.ts';
import { notify } from './toasts.ts';

const history = new Store(NO_HISTORY);

/** Remembers a step. */
export function remember(step: Step): void {
  history.set(didStep(history.get(), step));
}

/** Takes a step out that was not made after all. */
export function forget(step: Step): void {
  const { done, undone } = history.get();
  history.set({ done: done.filter((each) => each !== step), undone });
}

/** Remembers a step and says what was done, with its undo. */
export function did(step: Step, text: Texts): void {
  remember(step);
  notify({ message: step.label, action: { label: text.undo, run: () => void undo(text) } });
}

/** Changes that have begun and have no answer yet. */
const begun = new Set<Promise<unknown>>();

/** A change that ends with its step in the history: an undo waits for it, so that it takes back the last one. */
export function change<T>(work: () => Promise<T>): Promise<T> {
  const running = work();
  const settled = running.catch(() => {}).finally(() => begun.delete(settled));
  begun.add(settled);
  return running;
}

export async function undo(text: Texts): Promise<void> {
  if (begun.size > 0) await Promise.all(begun);
  const { history: next, step } = undoStep(history.get());
  if (!step) return;
  history.set(next);
  await attempt(step.undo, text);
}

export async function redo(text: Texts): Promise<void> {
  if (begun.size > 0) await Promise.all(begun);
  const { history: next, step } = redoStep(history.get());
  if (!step) return;
  history.set(next);
  await attempt(step.redo, text);
}

/** Says what failed in the service's own sentence. @returns whether it worked */
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
