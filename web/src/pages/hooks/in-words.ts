import type { HookTest } from '../../../../client/src/hooks.ts';
import type { Texts } from '../../text/en.ts';

/** What became of an attempt: the receiver's answer, or why there was none. */
export const inWords = ({ answered, problem }: Omit<HookTest, 'delivered'>, { hooks }: Texts): string =>
  problem === null ? hooks.answered(answered ?? 0) : hooks.problem[problem];
