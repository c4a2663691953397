import { counters } from '../adapters/firestore/counters/counters.ts';
import { Pacer } from '../concurrency/pacer.ts';
import { logging } from '../log.ts';

/** Milliseconds between two publications of one dataset by one process: its documents take about one write a second. */
const INTERVAL = 1000;
/**
 * The same after changes have come for a while, as from a camera. Each publication reads all parts of the counters, and writes
 * the dataset and its tags.
 */
const SUSTAINED_INTERVAL = 4000;
/** Milliseconds of changes without a pause after which the interval is longer. */
const SUSTAINED = 5000;
const MOST_DATASETS = 1_000;

/**
 * Publishes changed counters on the dataset, by one of all counting processes: after a change, at most once a second, every
 * four seconds while changes keep coming, and at least once after the last one. If the platform freezes a process before that,
 * the `counters` function publishes for it within a minute.
 */
export class CounterPublisher {
  readonly #pacer: Pacer;

  constructor() {
    this.#pacer = new Pacer({
      run: (dataset) => counters.publishInTurn(dataset),
      interval: (_, busy) => (busy >= SUSTAINED ? SUSTAINED_INTERVAL : INTERVAL),
      failed: (dataset) => logging('WARNING', 'counters not published', { dataset }),
      most: MOST_DATASETS,
    });
  }

  /** Call this after the counters of a dataset have changed. The promise ends with the publication, if one starts now. */
  note(dataset: string): Promise<void> {
    return this.#pacer.ask(dataset);
  }
}

export const publisher = new CounterPublisher();
