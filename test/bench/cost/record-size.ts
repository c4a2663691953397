/** The size of a record in Firestore, according to its documented rules, and of its original in Storage; bytes. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DocumentReference, type DocumentSnapshot, Timestamp } from '@google-cloud/firestore';

export interface RecordSize {
  document: number;
  /** Size of all index entries. */
  index: number;
  /** Indexes of several fields that it is in. */
  indexes: number;
  /** Size of the frame that the record describes. */
  original: number;
}

const INDEXES = resolve(import.meta.dirname, '../../../rules/firestore.indexes.json');

interface Indexes {
  indexes: { collectionGroup: string; fields: { fieldPath: string }[] }[];
  fieldOverrides: { collectionGroup: string; fieldPath: string; indexes: unknown[] }[];
}

/** @param original size of the object in bytes */
export function sizeOfRecord(record: DocumentSnapshot, original: number): RecordSize {
  const fields = record.data() ?? {};
  const { indexes, fieldOverrides } = JSON.parse(readFileSync(INDEXES, 'utf8')) as Indexes;
  const bare = new Set(
    fieldOverrides
      .filter((each) => each.collectionGroup === 'image' && each.indexes.length === 0)
      .map((each) => each.fieldPath),
  );
  const name = nameSize(record.ref.path);
  const entries = Object.entries(fields).flatMap(([field, value]) =>
    bare.has(field) ? [] : entriesOf(field, value).map((size) => name + size),
  );
  const joint = indexes
    .filter((each) => each.collectionGroup === 'image')
    .map((each) => each.fields.reduce((sum, { fieldPath }) => sum + valueSize(fields[fieldPath]), name + 32));
  return {
    document: name + mapSize(fields) + 32,
    index: [...entries, ...joint].reduce((sum, size) => sum + size, 0),
    indexes: joint.length,
    original,
  };
}

/** One entry per direction, and one per element of a list. */
function entriesOf(field: string, value: unknown): number[] {
  const own = textSize(field) + 32;
  const whole = own + valueSize(value);
  const elements = Array.isArray(value) ? value.map((each) => own + valueSize(each)) : [];
  return [whole, whole, ...elements];
}

const textSize = (text: string): number => Buffer.byteLength(text) + 1;
const nameSize = (path: string): number => path.split('/').reduce((sum, part) => sum + textSize(part), 16);
const mapSize = (fields: object): number =>
  Object.entries(fields).reduce((sum, [field, value]) => sum + textSize(field) + valueSize(value), 0);

function valueSize(value: unknown): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number' || value instanceof Timestamp) return 8;
  if (value instanceof DocumentReference) return nameSize(value.path);
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + valueSize(each), 0);
  if (typeof value === 'object' && value !== null) return mapSize(value);
  return 1;
}
