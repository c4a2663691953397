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
/** Those that are chosen from a list. */
export type Chosen = Exclude<FilterName, 'from' | 'to'>;
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
const SEVERAL: readonly Chosen[] = ['tag', 'set', 'monitor'];

/** Most combinations of their values (Contract 9: GET images). */
const MOST = 15;

/** As the service accepts them. */
const ID = /^(?!(?:\.{1,2}|__.*__)$)[^/\p{Cc}]{1,256}$/u;
const isId = (text: string): boolean => ID.test(text);
const isFlag = (text: string): boolean => text === 'true' || text === 'false';

const IS_VALID: Record<Chosen, (text: string) => boolean> = {
  ...{ tag: isId, session: isId, monitor: isId, labelled: isFlag, checked: isFlag },
  set: (text) => SETS.some((each) => each === text),
};

/** The values of a filter: without invalid ones, and no more than the service answers, because an address may be mistyped. */
export function valuesOf(name: Chosen, state: FilterState): string[] {
  const values = [...new Set(state[name]?.split(AND))].filter(IS_VALID[name]);
  const at = SEVERAL.indexOf(name);
  return values.slice(0, at < 0 ? 1 : roomBeside(SEVERAL.slice(0, at), state));
}

/** How many values of a filter can be chosen beside those of the others. */
export const mostOf = (name: Chosen, state: FilterState): number =>
  roomBeside(
    SEVERAL.filter((each) => each !== name),
    state,
  );

const roomBeside = (others: readonly Chosen[], state: FilterState): number =>
  others.reduce((most, each) => Math.floor(most / Math.max(1, valuesOf(each, state).length)), MOST);

/** Adds or removes a value; the first one goes if there are too many. */
export function toggled(name: Chosen, state: FilterState, value: string): string {
  const values = valuesOf(name, state);
  const others = values.filter((each) => each !== value);
  return (others.length < values.length ? others : [...values, value]).slice(-mostOf(name, state)).join(AND);
}

/** Leaves out invalid values. */
export function toImageFilter(state: FilterState): ImageFilter {
  const [session] = valuesOf('session', state);
  const from = moment(state.from);
  const to = moment(state.to);
  return {
    ...anyOf('tag', valuesOf('tag', state)),
    ...anyOf('set', valuesOf('set', state) as SetType[]),
    ...(session !== undefined && { session }),
    ...anyOf('monitor', valuesOf('monitor', state)),
    ...choice('labelled', state),
    ...choice('checked', state),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

const anyOf = <N extends string, V>(name: N, values: V[]) =>
  values.length > 0 ? ({ [name]: values.length > 1 ? values : values[0] } as Record<N, V | V[]>) : {};

const choice = <N extends 'labelled' | 'checked'>(name: N, state: FilterState) =>
  Object.fromEntries(valuesOf(name, state).map((value) => [name, value === 'true'])) as Partial<
    Record<N, boolean>
  >;

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
