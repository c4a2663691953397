import type { HookEvent, HookTest } from '../../data/records/use-hooks.ts';
import type { Texts } from '../../text/en.ts';

/** What became of an attempt: the receiver's answer, or why there was none. */
export const inWords = ({ answered, problem }: Omit<HookTest, 'delivered'>, { hooks }: Texts): string =>
  problem === null ? hooks.answered(answered ?? 0) : hooks.problem[problem];

export const wordOf = (event: HookEvent, { hooks }: Texts): string =>
  ({ ...hooks.event.dataset, ...hooks.event.monitor })[event];
