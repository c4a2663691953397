/** The filters of a dataset's page, converted from the address to what the service accepts. Pure. */
import type { ImageFilter, SetType } from '../../../../client/src/curate/records.ts';

export const FILTER_NAMES = [
  'tag',
  'set',
  'session',
  'monitor',
  'labelled',
  'checked',
  'from',
  'to',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type FilterState = Readonly<Partial<Record<FilterName, string>>>;

/** The value of `order` in the address; without it, the newest are first. */
export const OLDEST = 'oldest';

export const SETS = [
  'TRAIN',
  'TEST',
  'VALIDATION',
  'PREDETERMINED',
  'REVIEW',
] as const satisfies readonly SetType[];

/** Leaves out invalid values, because an address may be mistyped. */
export function toImageFilter(state: FilterState): ImageFilter {
  const set = SETS.find((each) => each === state.set);
  const from = moment(state.from);
  const to = moment(state.to);
  return {
    ...(state.tag && { tag: state.tag }),
    ...(set && { set }),
    ...(state.session && { session: state.session }),
    ...(state.monitor && { monitor: state.monitor }),
    ...choice('labelled', state.labelled),
    ...choice('checked', state.checked),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

const choice = <N extends string>(name: N, text: string | undefined) =>
  text === 'true' || text === 'false' ? ({ [name]: text === 'true' } as Record<N, boolean>) : {};

/** Unix milliseconds. */
function moment(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export const isFiltered = (state: FilterState): boolean => Object.keys(toImageFilter(state)).length > 0;

/** The change of the address after which it has this filter and no other. */
export const onlyFilter = (state: FilterState): Record<FilterName, string | undefined> =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, state[name]])) as Record<
    FilterName,
    string | undefined
  >;
