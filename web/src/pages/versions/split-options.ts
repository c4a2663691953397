/** The parameters of a new version as they stand in the address, and as the service takes them. Pure. */
import type { SplitOptions } from '../../data/versions.ts';
import { FILTER_NAMES, type FilterState, toImageFilter } from '../dataset/filter.ts';

export const GROUPS = ['burst', 'minute', 'session', 'image'] as const;
export type GroupMode = (typeof GROUPS)[number];

export const OPTION_NAMES = ['test', 'validation', 'group', ...FILTER_NAMES] as const;
type OptionState = FilterState & Readonly<Partial<Record<'test' | 'validation' | 'group', string>>>;

/** Percent for each, unless somebody says otherwise (Contract 4). */
const USUAL = 10;

export function sharesOf({ test, validation }: OptionState): { test: number; validation: number } {
  return { test: share(test), validation: share(validation) };
}

/** What no share can be made of is the usual one: an address may be mistyped. */
function share(text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return value >= 0 && value <= 100 ? value : USUAL;
}

export const groupOf = ({ group }: OptionState): GroupMode =>
  GROUPS.find((each) => each === group) ?? 'burst';

/** Null where the shares are more than everything. */
export function toSplitOptions(
  state: OptionState,
  rest: Pick<SplitOptions, 'tagmap' | 'save'>,
): SplitOptions | null {
  const shares = sharesOf(state);
  if (shares.test + shares.validation > 100) return null;
  const filter = toImageFilter(state);
  return {
    ...shares,
    group: groupOf(state),
    ...rest,
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}
