/** Something that a process left undone when it died, or that somebody changed by hand. */
export interface Leftover {
  kind: Kind;
  /** Where it is: an object's name, or a document's path. */
  what: string;
  /** What is wrong, where the kind alone does not say it. */
  detail?: string;
  mend(): Promise<unknown>;
}

export type Kind =
  | 'object without record'
  | 'mask without record'
  | 'record without object'
  | 'unfinished removal'
  | 'detection without image'
  | 'session total'
  | 'counters'
  | 'live state';

export type Leftovers = AsyncGenerator<Leftover>;

/** Between a first look that found a difference and a second one: others may be at work just then. Milliseconds. */
export const SECOND_LOOK = 1500;
