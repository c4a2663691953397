import type { Caller } from '../common/access/caller.ts';
import type { Dataset } from '../common/model.ts';

/** Milliseconds: a camera sends many frames a second to one dataset, and each read costs time and money. */
const KEPT = 1_000;
/** Targets remembered at the most. */
const MOST = 10_000;

export interface KnownTarget {
  dataset: Dataset;
  /** Ids of tags that were found. */
  tags: Set<string>;
  until: number;
}

/**
 * Datasets that a caller has been allowed to send a monitor's frames to, remembered for a second: what changes of a
 * dataset's members or tags within that second does not stop its frames. What was refused or not found is looked up each
 * time, so that the time which an answer takes tells nobody more than the answer (Contract 8).
 */
export class KnownTargets {
  readonly #targets = new Map<string, KnownTarget>();

  recall(caller: Caller, monitor: string, dataset: string): KnownTarget | null {
    const target = this.#targets.get(keyOf(caller, monitor, dataset));
    return target && target.until > Date.now() ? target : null;
  }

  remember(caller: Caller, monitor: string, dataset: Dataset): KnownTarget {
    if (this.#targets.size >= MOST) this.#targets.clear();
    const target = { dataset, tags: new Set<string>(), until: Date.now() + KEPT };
    this.#targets.set(keyOf(caller, monitor, dataset.id), target);
    return target;
  }
}

// No id holds a slash (isId).
const keyOf = (caller: Caller, monitor: string, dataset: string): string =>
  `${monitor}/${dataset}/${nameOf(caller)}`;

function nameOf(caller: Caller): string {
  if (caller.kind === 'person') return `person ${caller.uid} ${caller.admin}`;
  return caller.kind === 'device' ? `device ${caller.keyHash}` : 'anyone';
}
