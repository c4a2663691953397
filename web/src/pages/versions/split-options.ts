/** The parameters of a new version, converted from the address to what the service accepts. Pure. */
import type { SplitOptions } from '../../data/versions/versions.ts';
import { FILTER_NAMES, type FilterState, toImageFilter } from '../dataset/filter.ts';

export const GROUPS = ['burst', 'minute', 'session', 'image'] as const;
export type GroupMode = (typeof GROUPS)[number];

const OWN_NAMES = ['test', 'validation', 'group', 'inference', 'unchecked'] as const;
export const OPTION_NAMES = [...OWN_NAMES, ...FILTER_NAMES] as const;
type OptionState = FilterState & Readonly<Partial<Record<(typeof OWN_NAMES)[number], string>>>;

/** Percent of test and of validation images by default (Contract 4). */
const DEFAULT_SHARE = 10;

export function sharesOf({ test, validation }: OptionState): { test: number; validation: number } {
  return { test: share(test), validation: share(validation) };
}

/** Invalid text counts as the default, because an address may be mistyped. */
function share(text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return value >= 0 && value <= 100 ? value : DEFAULT_SHARE;
}

export const groupOf = ({ group }: OptionState): GroupMode =>
  GROUPS.find((each) => each === group) ?? 'burst';

/** Undefined: as the service does it unless told. */
export const choiceOf = (text: string | undefined): 'include' | 'exclude' | undefined =>
  text === 'include' || text === 'exclude' ? text : undefined;

/** Null if the shares add up to more than 100 %. */
export function toSplitOptions(
  state: OptionState,
  rest: Pick<SplitOptions, 'tagmap' | 'save'>,
): SplitOptions | null {
  const shares = sharesOf(state);
  if (shares.test + shares.validation > 100) return null;
  const filter = toImageFilter(state);
  const [inference, unchecked] = [choiceOf(state.inference), choiceOf(state.unchecked)];
  return {
    ...shares,
    group: groupOf(state),
    ...rest,
    ...(inference && { inference }),
    ...(unchecked && { unchecked }),
    ...(Object.keys(filter).length > 0 && { filter }),
  };
}
