/** Port for records of long changes that go on over many calls. Adapters are in `adapters/`. */
export interface SteppedRecords<R extends { id: string; progress: object }> {
  /** @returns the one that is kept: if there is one with this id already, that one */
  make(dataset: string, record: R): Promise<R>;
  find(dataset: string, id: string): Promise<R | null>;
  /** False: somebody else has taken a step from there, and nothing was changed. */
  step(dataset: string, id: string, from: R['progress'], to: R['progress']): Promise<boolean>;
}
