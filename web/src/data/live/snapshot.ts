/** Reads the fields of records without trusting their types: other programs write records too. */
import type { DocumentData, DocumentReference } from 'firebase/firestore';

export type Fields = DocumentData;

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0;
export const flag = (value: unknown): boolean => value === true;

/** Id of a referenced record, whether the reference is a path or a Firestore reference (Contract 2); `''` if there is none. */
export function referenceId(value: unknown): string {
  if (typeof value === 'string') return value.split('/').at(-1) ?? '';
  return text((value as DocumentReference | null | undefined)?.id);
}

/** Unix milliseconds of a timestamp or a number, else null. */
export function millis(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const toMillis = (value as { toMillis?: unknown } | null | undefined)?.toMillis;
  return typeof toMillis === 'function' ? (toMillis.call(value) as number) : null;
}

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const map = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
