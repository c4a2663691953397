import type { Caller } from '../common/access/caller.ts';
import type { Dataset } from '../common/model.ts';

/** Milliseconds: a camera sends many frames a second to one dataset, and each read costs time and money. */
const KEPT = 2_000;
/** Size of the LRU cache, in targets. */
const MOST = 10_000;

export interface KnownTarget {
  dataset: Dataset;
  /** Tag ids by the requested id: the id of the other tag for a merged one, null for a tag that was deleted. */
  tags: Map<string, string | null>;
  until: number;
}

/**
 * Caches for two seconds which datasets a caller may send a monitor's frames to. A change of a dataset's members or tags is
 * noticed after that time. Refusals are not cached, so that response time reveals no more than the answer does (Contract
 * 8).
 */
export class KnownTargets {
  readonly #targets = new Map<string, KnownTarget>();

  recall(caller: Caller, monitor: string, dataset: string): KnownTarget | null {
    const target = this.#targets.get(keyOf(caller, monitor, dataset));
    return target && target.until > Date.now() ? target : null;
  }

  remember(caller: Caller, monitor: string, dataset: Dataset): KnownTarget {
    if (this.#targets.size >= MOST) this.#targets.clear();
    const target = { dataset, tags: new Map(), until: Date.now() + KEPT };
    this.#targets.set(keyOf(caller, monitor, dataset.id), target);
    return target;
  }
}

// An id never contains a slash (isId).
const keyOf = (caller: Caller, monitor: string, dataset: string): string =>
  `${monitor}/${dataset}/${nameOf(caller)}`;

function nameOf(caller: Caller): string {
  if (caller.kind === 'person') return `person ${caller.uid} ${caller.admin}`;
  return caller.kind === 'device' ? `device ${caller.keyHash}` : 'anyone';
}
