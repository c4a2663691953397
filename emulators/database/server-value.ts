import { invalid } from './refusal.ts';
import type { Leaf, Tree } from './tree.ts';

/** Where JSON becomes part of the tree. */
export interface Landing {
  /** What stands there now: increments count from it. */
  existing: Tree;
  /** Milliseconds since the epoch: the value of every server timestamp in this write. */
  now: number;
  /** Levels between the root and the value. */
  depth: number;
}

/** `{".sv": "timestamp"}` and `{".sv": {"increment": n}}`; what is no number counts as 0. */
export function resolveServerValue(value: unknown, { existing, now }: Landing): Leaf {
  if (value === 'timestamp') return now;
  const delta = (value as { increment?: unknown } | null)?.increment;
  if (typeof delta !== 'number') throw invalid(`unknown server value ${JSON.stringify(value)}`);
  return typeof existing === 'number' ? existing + delta : delta;
}
