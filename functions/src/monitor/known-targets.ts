import { LRUCache } from 'lru-cache';
import type { Caller } from '../common/access/caller.ts';
import type { Dataset } from '../common/model.ts';

/**
 * Milliseconds from the start of the read. Cameras send many frames a second to one dataset, and each read costs time and
 * money; a removed person must be refused within 5 s (SECURITY.md).
 */
const KEPT = 4_000;
/** Sizes of the LRU caches. */
const MOST_DATASETS = 1_000;
const MOST_TARGETS = 10_000;

export interface KnownTarget {
  dataset: Dataset;
  /** Tag ids by the requested id: the id of the other tag for a merged one, null for a tag that was deleted. */
  tags: Map<string, string | null>;
  /** Start of its read, Unix milliseconds. */
  began: number;
}

/**
 * Remembers the datasets that frames go to, one record for all cameras. A change of its members or tags is noticed after
 * four seconds. Who may use it is checked again for each frame, and only a caller that was let in before gets an answer from
 * memory, so that response time reveals no more than the answer does (Contract 8).
 */
export class KnownTargets {
  readonly #datasets = new LRUCache<string, KnownTarget>({ max: MOST_DATASETS });
  readonly #admitted = new LRUCache<string, true>({ max: MOST_TARGETS });

  recall(caller: Caller, monitor: string, dataset: string): KnownTarget | null {
    const target = this.#datasets.get(dataset);
    if (!target || Date.now() - target.began >= KEPT) return null;
    return this.#admitted.has(keyOf(caller, monitor, dataset)) ? target : null;
  }

  /** The caller may use this dataset, whose read started at `began`. */
  remember(caller: Caller, monitor: string, dataset: Dataset, began: number): KnownTarget {
    const known = this.#datasets.get(dataset.id);
    this.#admitted.set(keyOf(caller, monitor, dataset.id), true);
    // A slow read must not replace a later one, nor a fresh memory of tags.
    if (known && known.began >= began) return known;
    const target = { dataset, tags: new Map(), began };
    this.#datasets.set(dataset.id, target);
    return target;
  }

  /** The caller may no longer use the dataset as remembered: it is checked again, by a fresh read, before it is refused. */
  forget(caller: Caller, monitor: string, dataset: string): void {
    this.#admitted.delete(keyOf(caller, monitor, dataset));
  }
}

// An id never contains a slash (isId).
const keyOf = (caller: Caller, monitor: string, dataset: string): string =>
  `${monitor}/${dataset}/${nameOf(caller)}`;

function nameOf(caller: Caller): string {
  if (caller.kind === 'person') return `person ${caller.uid} ${caller.admin}`;
  return caller.kind === 'device' ? `device ${caller.keyHash}` : 'anyone';
}
