/**
 * Fields of records: how they are stored, what they mean, and how they are read, by the functions and by the console alike. The
 * two clients of Firestore differ in their timestamps and references, so these are told by what they can do. Readers trust no
 * value: dashboards write records too (Contract 2).
 */

export type Fields = Readonly<Record<string, unknown>>;

export interface Field<T> {
  /** As docs/internals/data.md has it. */
  readonly type: string;
  /** What it means. Markdown, on one line. */
  readonly about: string;
  /** @param id of the record */
  read(value: unknown, fields: Fields, id: string): T;
}

/** A text of 1 to 100 characters that an editor changes with PATCH: its request, its write and its reader follow from this. */
export interface Settable extends Field<string> {
  readonly isSettable: true;
}

/** A field that only the functions read, where they need it. */
export type Kept = Pick<Field<never>, 'type' | 'about'>;

export const text = (about: string): Field<string> => ({ type: 'text', about, read: toText });

export const settable = (about: string): Settable => ({ ...text(about), isSettable: true });

/** The record's id where it has none. */
export const ownName = (about: string): Field<string> => ({
  ...text(about),
  read: (value, _fields, id) => toText(value) || id,
});

/** The name for people, which an editor changes. */
export const name = (about: string): Settable => ({ ...ownName(about), isSettable: true });

export const uid = (about: string): Field<string> => ({ ...text(about), type: 'uid' });

/** Nothing that is counted is below 0. */
export const count = (about: string): Field<number> => ({
  type: 'number',
  about,
  read: (value) => Math.max(0, toNumber(value)),
});

/** Null where there is none. */
export const numberOrNull = (about: string): Field<number | null> => ({
  type: 'number or null',
  about,
  read: (value) => toNumber(value) || null,
});

export const flag = (about: string): Field<boolean> => ({
  type: 'boolean',
  about,
  read: (value) => value === true,
});

/** Read as Unix milliseconds; 0 where there is none. */
export const time = (about: string): Field<number> => ({ type: 'time', about, read: toMillis });

/** The same; null where there is none. */
export const timeOrNull = (about: string): Field<number | null> => ({
  type: 'time or null',
  about,
  read: (value) => toMillis(value) || null,
});

/** Read as the record's id; `''` where there is none. */
export const reference = (about: string): Field<string> => ({ type: 'reference', about, read: toId });

/** Null where there is none. */
export const referenceOrNull = (about: string): Field<string | null> => ({
  type: 'reference or null',
  about,
  read: (value) => toId(value) || null,
});

/** Undefined where there is none: the key is left out. */
export const optional = <T>(
  type: string,
  about: string,
  read: (value: unknown) => T | undefined,
): Field<T | undefined> => ({ type, about, read });

/** Of the record: a release that reads more of it than this one writes a higher one. */
export const SCHEMA = 1;

export const schema = optional(
  'number or null',
  `which form of the record it has: ${SCHEMA} where there is none. Functions change no record of a higher one than they know`,
  (value): number | undefined => toNumber(value) || undefined,
);

/** @param otherwise for anything else */
export const oneOf = <const T extends string>(
  words: readonly T[],
  otherwise: NoInfer<T>,
  about = '',
): Field<T> => ({
  type: words.map((each) => `\`${each}\``).join(', '),
  about,
  read: (value) => words.find((each) => each === value) ?? otherwise,
});

export const listOf = <T>(
  about: string,
  read: (value: unknown, index: number) => T,
): Field<readonly T[]> => ({
  type: 'list',
  about,
  read: (value) => toList(value).map(read),
});

export const mapOf = <T>(about: string, read: (fields: Fields, record: Fields) => T): Field<T> => ({
  type: 'map',
  about,
  read: (value, fields) => read(toMap(value), fields),
});

export const kept = (type: string, about: string): Kept => ({ type, about });

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const toNumber = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0;

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toMap = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Of a timestamp, or of a number. */
export function toMillis(value: unknown): number {
  const { toMillis: read } = toMap(value);
  return toNumber(typeof read === 'function' ? read.call(value) : value);
}

/** Of a reference, or of the last segment of a path (Contract 2). */
export function toId(value: unknown): string {
  const { id, path } = toMap(value);
  return typeof path === 'string' ? toText(id) : (toText(value).split('/').at(-1) as string);
}
