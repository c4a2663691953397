/** Changes of many images, page by page over many calls: accepted suggestions and selections, and taking them back (Contract 9, 15). */
import { HttpError } from '../../common/errors.ts';
import type { ImageChange, ImageOutcome } from '../../common/images/curate-ports.ts';
import type { Target } from '../require-dataset.ts';
import { changeImages } from './change-images.ts';

/** Images of a page. */
export const PAGE = 500;

/** After `seconds` no page is begun. */
export interface Working extends Target {
  seconds: number;
  /** Aborted when the caller disconnects: what was written until then counts. */
  signal: AbortSignal;
}

export type ChangePorts = Parameters<typeof changeImages>[1];

export interface Pages<P> {
  /** Changes of the page that comes next; null: nothing is left. */
  next(progress: P): Promise<readonly ImageChange[] | null>;
  /** The progress once that page is written. */
  after(progress: P, outcomes: readonly ImageOutcome[]): P | Promise<P>;
  /** False: another call has taken the step, and nothing was kept. */
  step(from: P, to: P): Promise<boolean>;
  /** Called then. @returns how far that call is */
  overtaken(): Promise<P>;
}

/** Writes at least one page, if any is left. A page that was written and not kept is written again, which changes nothing. */
export async function inPages<P>(
  begin: P,
  { next, after, step, overtaken }: Pages<P>,
  input: Working,
  ports: ChangePorts,
): Promise<P> {
  const end = Date.now() + input.seconds * 1000;
  for (let progress = begin; ; ) {
    const changes = await next(progress);
    if (!changes) return progress;
    const outcomes = await changeImages({ ...input, changes, requestKey: null }, ports);
    const to = await after(progress, outcomes);
    progress = (await step(progress, to)) ? to : await overtaken();
    if (Date.now() >= end || input.signal.aborted) return progress;
  }
}

interface Undoable {
  state: string;
}

/** A call that goes on takes a step in a second or two. */
const ATTEMPTS = 10;

/**
 * From now on no call goes on with it.
 * @throws HttpError `unavailable`
 */
export async function closeForUndo<R extends { progress: Undoable }>(
  find: () => Promise<R>,
  step: (from: R['progress'], to: R['progress']) => Promise<boolean>,
): Promise<R> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await find();
    if (found.progress.state === 'undone') return found;
    await step(found.progress, { ...found.progress, state: 'undone' });
  }
  throw new HttpError('unavailable');
}

export const doneIn = (outcomes: readonly ImageOutcome[]): number =>
  outcomes.filter(({ outcome }) => outcome === 'done').length;

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
