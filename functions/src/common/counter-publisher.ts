import { LRUCache } from 'lru-cache';
import { Cooldown } from './cooldown.ts';
import { logging } from './log.ts';
import type { Counters } from './ports.ts';

/** Milliseconds between two publications of one dataset by one process: its documents take about one write a second. */
const INTERVAL = 1000;
/**
 * The same after changes have come for a while, as from a camera. Each publication reads all parts of the counters, and writes
 * the dataset and its tags.
 */
const SUSTAINED_INTERVAL = 4000;
/** Milliseconds of changes without a pause after which the interval is longer. */
const SUSTAINED = 5000;
/** Size of the LRU cache, in datasets. One that was dropped from it is still published when its timer is due. */
const MOST_DATASETS = 1_000;

interface Publication {
  /** Start of the last publication. */
  began: number;
  /** Milliseconds from then to the next one. */
  interval: number;
  /** Start of the first publication after the last pause. */
  since: number;
  running: Promise<void> | null;
  timer: NodeJS.Timeout | null;
  /** When the timer ends, Unix milliseconds. */
  due: number;
  /** After a failed publication. */
  cooldown: Cooldown;
}

const newPublication = (): Publication => ({
  began: 0,
  interval: INTERVAL,
  since: 0,
  running: null,
  timer: null,
  due: 0,
  cooldown: new Cooldown(),
});

/**
 * Publishes changed counters on the dataset, by one of all counting processes: after a change, at most once a second, every
 * four seconds while changes keep coming, and at least once after the last one. A failure begins a cooldown. If the platform
 * freezes a process before its timer is due, the `counters` function publishes for it within a minute.
 */
export class CounterPublisher {
  readonly #counters: Counters;
  readonly #datasets = new LRUCache<string, Publication>({ max: MOST_DATASETS, memoMethod: newPublication });

  constructor(counters: Counters) {
    this.#counters = counters;
  }

  /** Call this after the counters of a dataset have changed. The promise ends with the publication, if one starts now. */
  async note(dataset: string): Promise<void> {
    const publication = this.#datasets.memo(dataset);
    const wait = Math.max(publication.began + publication.interval - Date.now(), publication.cooldown.left);
    if (wait <= 0 && !publication.running) return this.#publish(dataset, publication);
    this.#noteAgain(dataset, publication, wait);
  }

  #noteAgain(dataset: string, publication: Publication, wait: number): void {
    const due = Date.now() + Math.max(wait, 50);
    if (publication.timer) {
      if (publication.due <= due) return;
      // It waits for the timeline, which is published less often.
      clearTimeout(publication.timer);
    }
    publication.due = due;
    publication.timer = setTimeout(() => {
      publication.timer = null;
      void this.note(dataset);
    }, due - Date.now()).unref();
  }

  async #publish(dataset: string, publication: Publication): Promise<void> {
    const now = Date.now();
    if (now - publication.began >= 2 * publication.interval) publication.since = now;
    publication.interval = now - publication.since >= SUSTAINED ? SUSTAINED_INTERVAL : INTERVAL;
    publication.began = now;
    publication.running = publication.cooldown
      .run(() => this.#counters.publishInTurn(dataset))
      .then((again) => {
        // Another process was faster and may not have seen what this one has counted; the timeline follows later.
        if (again > 0) this.#noteAgain(dataset, publication, again);
      })
      .catch(logging('WARNING', 'counters not published', { dataset }));
    await publication.running;
    publication.running = null;
  }
}
