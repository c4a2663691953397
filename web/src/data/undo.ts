/** The history of steps that can be undone and redone, newest last. Pure. */

export interface Step {
  /** What it did, such as `12 images moved to Training`. */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

export interface History {
  done: readonly Step[];
  undone: readonly Step[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/** Adds a new step. Steps that were undone before can no longer be redone. */
export const didStep = ({ done }: History, step: Step): History => ({ done: [...done, step], undone: [] });

export function undoStep({ done, undone }: History): { history: History; step: Step | undefined } {
  const step = done.at(-1);
  if (!step) return { history: { done, undone }, step };
  return { history: { done: done.slice(0, -1), undone: [...undone, step] }, step };
}

export function redoStep({ done, undone }: History): { history: History; step: Step | undefined } {
  const step = undone.at(-1);
  if (!step) return { history: { done, undone }, step };
  return { history: { done: [...done, step], undone: undone.slice(0, -1) }, step };
}
