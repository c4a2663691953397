/** The undo history of the editor, one for all images. Pure. */
import type { Drawing, Offer } from './drawing.ts';

/** One change of a drawing. `revert` undoes `apply`. */
export interface Command {
  /** What it does, for screen readers and the history: `Move box`. */
  readonly label: string;
  /** Consecutive commands with the same text are one step: several moves by arrow keys are undone at once. */
  readonly joins?: string;
  /** Annotations that are selected after it is applied; without it the selection stays. */
  readonly selects?: readonly string[];
  /** Suggestions that it accepts. They are offered again when it is undone. */
  readonly takes?: readonly Offer[];
  apply(drawing: Drawing): Drawing;
  revert(drawing: Drawing): Drawing;
}

export interface Step {
  /** Id of the image. */
  readonly image: string;
  readonly command: Command;
  /** Unix milliseconds of its last command. */
  readonly at: number;
}

export interface EditHistory {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const NO_STEPS: EditHistory = { done: [], undone: [] };

/** Milliseconds after which the next command starts a new step. */
const JOIN = 1_000;

/** Adds a command that was applied. Undone steps can no longer be redone. */
export function didCommand({ done }: EditHistory, image: string, command: Command, at: number): EditHistory {
  const last = done.at(-1);
  const joins =
    last !== undefined &&
    command.joins !== undefined &&
    last.command.joins === command.joins &&
    last.image === image &&
    at - last.at <= JOIN;
  if (!joins) return { done: [...done, { image, command, at }], undone: [] };
  return { done: [...done.slice(0, -1), { image, command: joined(last.command, command), at }], undone: [] };
}

/** Several commands as one step. */
export const together = (label: string, commands: readonly Command[]): Command => ({
  ...commands.reduce(joined),
  label,
});

const joined = (first: Command, second: Command): Command => ({
  ...second,
  apply: (drawing) => second.apply(first.apply(drawing)),
  revert: (drawing) => first.revert(second.revert(drawing)),
});

/** The step to revert, and the history after it. */
export function undoStep({ done, undone }: EditHistory): { history: EditHistory; step: Step | undefined } {
  const step = done.at(-1);
  if (!step) return { history: { done, undone }, step };
  return { history: { done: done.slice(0, -1), undone: [...undone, step] }, step };
}

/** The step to apply again, and the history after it. */
export function redoStep({ done, undone }: EditHistory): { history: EditHistory; step: Step | undefined } {
  const step = undone.at(-1);
  if (!step) return { history: { done, undone }, step };
  return { history: { done: [...done, step], undone: undone.slice(0, -1) }, step };
}

/** Without the steps of an image that somebody else has changed: they no longer fit. */
export const forgetImage = ({ done, undone }: EditHistory, image: string): EditHistory => ({
  done: done.filter((step) => step.image !== image),
  undone: undone.filter((step) => step.image !== image),
});
