/**
 * Which index ranges a write goes to. An index entry that rises with time is written at the end of its range, the entries with
 * the same values before it, and Firestore takes about 500 writes a second there (Facts: Firestore, Realtime Database, Storage).
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { IndexFile } from '../../support/needed-index.ts';
import type { Message } from './firestore-wire.ts';

const FILE = resolve(import.meta.dirname, '../../../rules/firestore.indexes.json');

export interface IndexRange {
  /** Fields up to the one that rises: `image: shard, set, date`. */
  index: string;
  /** Values of the fields before that. */
  prefix: string;
}

type Values = ReadonlyMap<string, Message>;

const NOW: Message = { timestampValue: 'request time' };

/** Composite indexes, and the automatic ones of single fields. */
export function rangesOf(kind: string, write: Message, file: IndexFile = readIndexes()): IndexRange[] {
  const collection = kind.split('/').at(-1) ?? '';
  const values = valuesOf(write);
  const composite = file.indexes
    .filter(({ collectionGroup }) => collectionGroup === collection)
    .flatMap(({ fields }) => compositeRanges(collection, fields, values));
  const exempt = new Set(
    file.fieldOverrides
      .filter((each) => each.collectionGroup === collection && each.indexes.length === 0)
      .map(({ fieldPath }) => fieldPath),
  );
  const single = [...values].filter(([name, value]) => isRising(name, value) && !exempt.has(name));
  return [...composite, ...single.map(([name]) => ({ index: `${collection}: ${name}`, prefix: '' }))];
}

let indexes: IndexFile | undefined;
const readIndexes = (): IndexFile => (indexes ??= JSON.parse(readFileSync(FILE, 'utf8')) as IndexFile);

function valuesOf({ update, updateTransforms }: Message): Values {
  const values = new Map(Object.entries(((update as Message | undefined)?.fields ?? {}) as Message));
  for (const { fieldPath, setToServerValue } of (updateTransforms ?? []) as Message[])
    if (setToServerValue !== undefined) values.set(String(fieldPath), NOW);
  return values as Values;
}

/** `date` of an image is a number: its camera's time. */
const isRising = (name: string, value: Message): boolean =>
  value.timestampValue !== undefined || name === 'date';

function compositeRanges(
  collection: string,
  fields: IndexFile['indexes'][number]['fields'],
  values: Values,
): IndexRange[] {
  // A document without one of the fields is not in the index.
  if (!fields.every(({ fieldPath }) => values.has(fieldPath))) return [];
  const at = fields.findIndex(({ fieldPath }) => isRising(fieldPath, values.get(fieldPath) as Message));
  if (at === -1) return [];
  const index = `${collection}: ${fields
    .slice(0, at + 1)
    .map(({ fieldPath }) => fieldPath)
    .join(', ')}`;
  const parts = fields.slice(0, at).map(({ fieldPath, arrayConfig }) => {
    const value = values.get(fieldPath) as Message;
    return arrayConfig ? elementsOf(value).map(textOf) : [textOf(value)];
  });
  return combine(parts).map((prefix) => ({ index, prefix: prefix.join(' ') }));
}

const elementsOf = ({ arrayValue }: Message): Message[] =>
  ((arrayValue as Message | undefined)?.values ?? []) as Message[];

const textOf = (value: Message): string => JSON.stringify(Object.values(value)[0] ?? null);

const combine = (parts: readonly string[][]): string[][] =>
  parts.reduce<string[][]>((all, part) => all.flatMap((some) => part.map((each) => [...some, each])), [[]]);
