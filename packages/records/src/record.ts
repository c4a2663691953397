import type { Field, Fields, Kept, Settable } from './field.ts';

type Shape = Readonly<Record<string, Field<unknown>>>;

export interface Described<S extends Shape = Shape> {
  /** As docs/internals/data.md has it: `dataset/{dataset}`. */
  path: string;
  shape: S;
  /** Fields that no common reader reads. */
  kept: Readonly<Record<string, Kept>>;
  /** @param id of the record */
  read(id: string, fields: Fields): Reading<S>;
}

type Value<S extends Shape, name extends keyof S> = ReturnType<S[name]['read']>;
type Reading<S extends Shape> = {
  [name in keyof S as undefined extends Value<S, name> ? never : name]: Value<S, name>;
} & { [name in keyof S as undefined extends Value<S, name> ? name : never]?: Value<S, name> };

/** What is read of a record. */
export type RecordOf<D> = D extends Described<infer S> ? Reading<S> : never;

/** What PATCH may change of it by the description alone. */
export type Settings<D> =
  D extends Described<infer S>
    ? { [name in keyof S as S[name] extends Settable ? name : never]?: string | undefined }
    : never;

/** A record of Firestore. Its type, its reader, its settings and its table in docs/internals/data.md follow from this. */
export function record<const S extends Shape>(
  path: string,
  shape: S,
  kept: Readonly<Record<string, Kept>> = {},
): Described<S> {
  const entries = Object.entries(shape);
  return {
    path,
    shape,
    kept,
    read(id, fields) {
      // Not by `fromEntries`: exports read millions of images.
      const values: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        const value = field.read(fields[name], fields, id);
        if (value !== undefined) values[name] = value;
      }
      return values as Reading<S>;
    },
  };
}

/** Names and meanings of the fields that PATCH changes by the description alone. */
export const settingsOf = ({ shape }: Described): (readonly [name: string, about: string])[] =>
  Object.entries(shape).flatMap(([name, field]) =>
    'isSettable' in field ? [[name, field.about] as const] : [],
  );

/** Those of the fields that are given, and, with `before`, differ from it. */
export function settingsIn<D extends Described>(
  record: D,
  given: Settings<D>,
  before: Settings<D> = {} as Settings<D>,
): Settings<D> {
  const [values, old] = [given as Fields, before as Fields];
  const set = settingsOf(record).filter(([name]) => values[name] !== undefined && values[name] !== old[name]);
  return Object.fromEntries(set.map(([name]) => [name, values[name]])) as Settings<D>;
}

/** Its rows in docs/internals/data.md. */
export function tableOf({ shape, kept }: Described): string {
  const rows = Object.entries({ ...shape, ...kept }).map(
    ([name, { type, about }]) => `| \`${name}\` | ${type} | ${about}${about && ' '}|`,
  );
  return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
}
