/** What can be entered for a class. Pure. */
import type { TagFields } from '../../../../../client/src/curate/records.ts';
import type { Tag } from '../../../data/datasets.ts';
import { isFreeKey } from '../keys-of-classes.ts';

export interface ClassDraft {
  name: string;
  /** A CSS colour; `''` for one of the palette. */
  color: string;
  /** One character; `''` for the first that is free. */
  key: string;
}

export const draftOf = ({ name, ownColor, key }: Pick<Tag, 'name' | 'ownColor' | 'key'>): ClassDraft => ({
  name,
  color: ownColor,
  key,
});

export const NEW_CLASS: ClassDraft = { name: '', color: '', key: '' };

/** Bytes of a name that the service takes. */
const LONGEST = 200;

export type NameFault = 'empty' | 'taken' | 'long';

/** @param others the other classes of the dataset */
export function nameFault(name: string, others: readonly Pick<Tag, 'name'>[]): NameFault | null {
  const clean = name.trim();
  if (clean === '') return 'empty';
  if (clean.length > LONGEST) return 'long';
  return others.some((each) => each.name === clean) ? 'taken' : null;
}

export type KeyFault = 'reserved' | 'taken';

export function keyFault(key: string, others: readonly Pick<Tag, 'key'>[]): KeyFault | null {
  if (key === '') return null;
  if (!isFreeKey(key)) return 'reserved';
  return others.some((each) => each.key.toLowerCase() === key.toLowerCase()) ? 'taken' : null;
}

/** What of a class a draft changes; empty where it is the same. */
export function changesOf(before: ClassDraft, { name, color, key }: ClassDraft): TagFields {
  return {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(color !== before.color && { color }),
    ...(key !== before.key && { key }),
  };
}

/** What takes a change back. */
export const reverseOf = (before: ClassDraft, changes: TagFields): TagFields =>
  Object.fromEntries(
    (Object.keys(changes) as (keyof ClassDraft)[]).map((field) => [field, before[field]]),
  ) as TagFields;
