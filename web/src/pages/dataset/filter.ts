/** The filters of a dataset's page, converted from the address to what the service accepts. Pure. */
import type { ImageFilter, SetType } from '../../../../client/src/curate/records.ts';
import { AND } from '../../app/places/query-state.ts';

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

/** Filters of which several values can be chosen: images with any of them. */
const SEVERAL = ['tag', 'set', 'monitor'] as const;

/** Most combinations of their values (Contract 9: GET images). */
const MOST = 15;

export const valuesOf = (text = ''): string[] => [...new Set(text.split(AND))].filter((each) => each !== '');

/** How many values of a filter can be chosen beside those of the others. */
export const mostOf = (name: FilterName, state: FilterState): number =>
  SEVERAL.reduce(
    (most, each) => (each === name ? most : Math.floor(most / Math.max(1, valuesOf(state[each]).length))),
    MOST,
  );

/** Adds or removes a value; the first one goes if there are too many. */
export function toggled(name: FilterName, state: FilterState, value: string): string {
  const values = valuesOf(state[name]);
  const others = values.filter((each) => each !== value);
  return (others.length < values.length ? others : [...values, value]).slice(-mostOf(name, state)).join(AND);
}

/** Leaves out invalid values, because an address may be mistyped. */
export function toImageFilter(state: FilterState): ImageFilter {
  const sets = valuesOf(state.set);
  const from = moment(state.from);
  const to = moment(state.to);
  return {
    ...anyOf('tag', valuesOf(state.tag)),
    ...anyOf(
      'set',
      SETS.filter((each) => sets.includes(each)),
    ),
    ...(state.session && { session: state.session }),
    ...anyOf('monitor', valuesOf(state.monitor)),
    ...choice('labelled', state.labelled),
    ...choice('checked', state.checked),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

const anyOf = <N extends string, V>(name: N, values: V[]) =>
  values.length > 0 ? ({ [name]: values.length > 1 ? values : values[0] } as Record<N, V | V[]>) : {};

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
