/** What was done on this page and can be taken back, newest last. Pure. */

export interface Step {
  /** What it did, as `12 images labelled good`. */
  label: string;
  undo: () => Promise<void>;
  redo: () => Promise<void>;
}

export interface History {
  done: readonly Step[];
  undone: readonly Step[];
}

export const NO_HISTORY: History = { done: [], undone: [] };

/** A new step: what was undone before can no longer be done again. */
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
