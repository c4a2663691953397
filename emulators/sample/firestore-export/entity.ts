/**
 * A document as the Firestore emulator exports it: a Datastore `EntityProto`. Field numbers and meanings come from the
 * emulator's own exports; a test compares the two byte for byte.
 */
import { bytes, double, group, number } from './wire.ts';

/** A reference to a document by its path. */
export class Reference {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** Value of a field: whole numbers become integers, Date becomes a timestamp. */
export type Value = null | boolean | number | string | Date | Buffer | Reference | readonly Value[] | Fields;

export interface Fields {
  readonly [name: string]: Value;
}

export interface SampleDocument {
  path: string;
  fields: Fields;
}

/** Meanings of values whose type alone is ambiguous. */
const MEANING = { timestamp: 7, bytes: 14, map: 19, emptyList: 24 } as const;

const KEY = 13;
const INDEXED = 14;
const PLAIN = 15;
const ENTITY_GROUP = 16;

export function encodeDocument(project: string, { path, fields }: SampleDocument): Buffer {
  const steps = elements(path);
  const name = Buffer.concat([bytes(13, `dev~${project}`), bytes(14, Buffer.concat(steps.map(step)))]);
  return Buffer.concat([
    bytes(KEY, name),
    ...encodeFields(project, fields),
    bytes(ENTITY_GROUP, step(steps[0] as Element)),
  ]);
}

type Element = readonly [collection: string, id: string];

function elements(path: string): Element[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    index % 2 === 0 ? [[segment, segments[index + 1] ?? ''] as const] : [],
  );
}

const step = ([collection, id]: Element): Buffer => group(1, bytes(2, collection), bytes(4, id));

/** Empty lists come first, as in the emulator. */
function encodeFields(project: string, fields: Fields): Buffer[] {
  const isEmptyList = (value: Value): boolean => Array.isArray(value) && value.length === 0;
  const entries = Object.entries(fields);
  const empty = entries.filter(([, value]) => isEmptyList(value));
  const filled = entries.filter(([, value]) => !isEmptyList(value));
  return [
    ...empty.map(([name]) => bytes(INDEXED, property(name, MEANING.emptyList, false, Buffer.alloc(0)))),
    ...filled.flatMap(([name, value]) =>
      isList(value)
        ? value.map((each) => encodeField(project, name, each, true))
        : [encodeField(project, name, value, false)],
    ),
  ];
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function encodeField(project: string, name: string, value: Value, isElement: boolean): Buffer {
  const [meaning, content] = encodeValue(project, value);
  return bytes(PLAIN, property(name, meaning, isElement, content));
}

const property = (name: string, meaning: number, isElement: boolean, value: Buffer): Buffer =>
  Buffer.concat([
    meaning === 0 ? Buffer.alloc(0) : number(1, meaning),
    bytes(3, name),
    number(4, isElement ? 1 : 0),
    bytes(5, value),
  ]);

function encodeValue(project: string, value: Value): [meaning: number, content: Buffer] {
  if (value === null) return [0, Buffer.alloc(0)];
  if (typeof value === 'boolean') return [0, number(2, value ? 1 : 0)];
  if (typeof value === 'number') return [0, Number.isInteger(value) ? number(1, value) : double(4, value)];
  if (typeof value === 'string') return [0, bytes(3, value)];
  if (value instanceof Date) return [MEANING.timestamp, number(1, BigInt(value.getTime()) * 1000n)];
  if (Buffer.isBuffer(value)) return [MEANING.bytes, bytes(3, value)];
  if (value instanceof Reference) return [0, encodeReference(project, value)];
  return [MEANING.map, bytes(3, encodeMap(project, value as Fields))];
}

function encodeReference(project: string, { path }: Reference): Buffer {
  const steps = elements(path).map(([collection, id]) => group(14, bytes(15, collection), bytes(17, id)));
  return group(12, bytes(13, `dev~${project}`), ...steps);
}

/** A map is an entity without a name. */
function encodeMap(project: string, fields: Fields): Buffer {
  const noName = Buffer.concat([bytes(13, ''), bytes(14, '')]);
  return Buffer.concat([bytes(KEY, noName), ...encodeFields(project, fields), bytes(ENTITY_GROUP, '')]);
}
