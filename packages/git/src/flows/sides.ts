/** Inputs of a merge. */
import type { Flow, FlowNode } from './flow.ts';
import { groupMismatches } from './groups.ts';
import { configIds, danglingPairs, pairOf, referencesOf } from './references.ts';

export type Side = 'ours' | 'theirs';

/** References and memberships of a merged flow, compared with those of both sides. */
export class Sides {
  readonly base: Flow;
  readonly ours: Flow;
  readonly theirs: Flow;
  /** Memberships that are already inconsistent on a side, each as `pairOf`. */
  readonly mismatches: ReadonlySet<string>;
  readonly #configs: ReadonlySet<string>;
  readonly #dangling: ReadonlySet<string>;

  constructor(base: Flow, ours: Flow, theirs: Flow) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    this.#configs = configIds([base, ours, theirs]);
    this.#dangling = union([ours, theirs].map((flow) => danglingPairs(flow, this.#configs)));
    this.mismatches = union([ours, theirs].map(groupMismatches));
  }

  /** Ids that a node needs. References that dangle on a side already are not needed. */
  needsOf(node: FlowNode): string[] {
    const named = [...referencesOf(node, this.#configs)];
    return named.filter((id) => !this.#dangling.has(pairOf(node.id, id)));
  }
}

const union = (sets: readonly ReadonlySet<string>[]): Set<string> => new Set(sets.flatMap((set) => [...set]));
