/** Something that a dying process left unfinished, or that somebody changed by hand. */
export interface Leftover {
  kind: Kind;
  /** Where it is: an object's name, or a document's path. */
  what: string;
  /** What is wrong, if the kind alone does not say it. */
  detail?: string;
  /** @returns `kept` if a person has to decide, so that it stays left over */
  repair(): Promise<unknown>;
}

export type Kind =
  | 'object without record'
  | 'mask without record'
  | 'record without object'
  | 'file found again'
  | 'file of no run'
  | 'unfinished removal'
  | 'detection without image'
  | 'session total'
  | 'counters'
  | 'live state'
  | 'admits no monitor';

export type Leftovers = AsyncGenerator<Leftover>;

/** Milliseconds between a first check that found a difference and a second one: other processes may be writing just then. */
export const RECHECK_AFTER = 1500;
