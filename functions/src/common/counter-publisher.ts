import { describeError, log } from './log.ts';
import type { Counters } from './ports.ts';

/** Milliseconds between two publications of one dataset by one process: its documents take about one write a second. */
const INTERVAL = 1000;

interface Publication {
  /** Start of the last publication. */
  began: number;
  running: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Publishes changed counters on the dataset at most once a second, by one of all counting processes, and at least once
 * after the last change. If the platform freezes a process before its timer is due, the `counters` function publishes for
 * it within a minute.
 */
export class CounterPublisher {
  readonly #counters: Counters;
  readonly #datasets = new Map<string, Publication>();

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** Call this after the counters of a dataset have changed. The promise ends with the publication, if one starts now. */
  async note(dataset: string): Promise<void> {
    const publication = this.#datasets.get(dataset) ?? { began: 0, running: null, timer: null };
    this.#datasets.set(dataset, publication);
    const wait = publication.began + INTERVAL - Date.now();
    if (wait <= 0 && !publication.running) return this.#publish(dataset, publication);
    this.#noteAgain(dataset, publication, wait);
  }

  #noteAgain(dataset: string, publication: Publication, wait: number): void {
    publication.timer ??= setTimeout(
      () => {
        publication.timer = null;
        void this.note(dataset);
      },
      Math.max(wait, 50),
    ).unref();
  }

  async #publish(dataset: string, publication: Publication): Promise<void> {
    publication.began = Date.now();
    publication.running = this.#counters
      .publishInTurn(dataset)
      // Another process was faster and may not have seen what this one has counted; the timeline follows later.
      .then((wait) => wait === 0 || this.#noteAgain(dataset, publication, wait))
      .catch((error: unknown) => {
        log('WARNING', 'counters not published', { dataset, reason: describeError(error) });
      })
      .then(() => {});
    await publication.running;
    publication.running = null;
  }
}
