import { describeError, log } from './log.ts';
import type { Counters } from './ports.ts';

/** Milliseconds between two publications of one dataset by one process: its documents take about a write a second. */
const INTERVAL = 1000;

interface Publication {
  /** When the last one began. */
  began: number;
  running: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Shows moved counters on the dataset at most once a second, by one process of all that count, and at least once after the
 * last move: a process that the platform freezes before its timer is due is followed up by the `counters` function, every
 * minute.
 */
export class CounterPublisher {
  readonly #counters: Counters;
  readonly #datasets = new Map<string, Publication>();

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** The counters of a dataset have moved. The promise ends with the publication, if one begins now. */
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
      // Whoever was faster may not have seen what this process has counted.
      .then((isShown) => isShown || this.#noteAgain(dataset, publication, INTERVAL))
      .catch((error: unknown) => {
        log('WARNING', 'counters not published', { dataset, reason: describeError(error) });
      })
      .then(() => {});
    await publication.running;
    publication.running = null;
  }
}
