import { invalid } from './database-error.ts';
import { type Leaf, leafOf, type Tree } from './tree.ts';

/** Context in which JSON is added to the tree. */
export interface Landing {
  /** The current value; increments add to it. */
  existing: Tree;
  /** Milliseconds since the epoch, for every server timestamp of this write. */
  now: number;
  /** Levels between the root and the value. */
  depth: number;
}

/** `{".sv": "timestamp"}` and `{".sv": {"increment": n}}`; anything but a number counts as 0. */
export function resolveServerValue(value: unknown, { existing, now }: Landing): Leaf {
  if (value === 'timestamp') return now;
  const delta = (value as { increment?: unknown } | null)?.increment;
  if (typeof delta !== 'number') throw invalid(`unknown server value ${JSON.stringify(value)}`);
  const before = leafOf(existing);
  return typeof before === 'number' ? before + delta : delta;
}
