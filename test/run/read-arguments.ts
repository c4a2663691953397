/** The arguments of `npm test`. */
import type { Tier } from './suites.ts';

export interface Asked {
  tier: Tier;
  /** Parts of paths; if there are any, the tier does not count. */
  patterns: string[];
  /** For jest. */
  options: string[];
  record: boolean;
  /** A seed. */
  shuffle?: number;
}

/** Options of jest that are followed by a value. */
const WITH_VALUE = ['-t', '--testNamePattern', '-w', '--maxWorkers', '--shard', '--seed', '--testTimeout'];

export function readArguments(given: readonly string[]): Asked {
  const asked: Asked = { tier: 'change', patterns: [], options: [], record: false };
  for (let at = 0; at < given.length; at += 1) {
    const each = given[at]!;
    const [name, value] = each.split('=', 2);
    if (each === '--all' || each === '--rest') asked.tier = each === '--all' ? 'all' : 'rest';
    else if (each === '--record') asked.record = true;
    else if (name === '--shuffle') asked.shuffle = Number(value ?? Date.now() % 1_000_000);
    else if (!each.startsWith('-')) asked.patterns.push(each);
    else asked.options.push(each, ...(WITH_VALUE.includes(each) ? [given[++at] ?? ''] : []));
  }
  return asked;
}
