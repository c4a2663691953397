import type { Landing } from './json.ts';
import { invalid } from './refusal.ts';
import type { Leaf } from './tree.ts';

/** `{".sv": "timestamp"}` and `{".sv": {"increment": n}}`; what is no number counts as 0. */
export function resolveServerValue(value: unknown, { existing, now }: Landing): Leaf {
  if (value === 'timestamp') return now;
  const delta = (value as { increment?: unknown } | null)?.increment;
  if (typeof delta !== 'number') throw invalid(`unknown server value ${JSON.stringify(value)}`);
  return typeof existing === 'number' ? existing + delta : delta;
}
