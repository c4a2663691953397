/** The values of the class form, and their validation. Pure. */
import type { TagFields } from '../../../../../client/src/curate/records.ts';
import type { Tag } from '../../../data/records/tags.ts';
import { isFreeKey } from '../keys-of-classes.ts';

export interface ClassDraft {
  name: string;
  /** A CSS color; `''`: one from the palette. */
  color: string;
  /** One character; `''`: the first free key. */
  key: string;
  /** Parts of this class are bad. */
  bad: boolean;
}

export const draftOf = ({
  name,
  ownColor,
  key,
  bad,
}: Pick<Tag, 'name' | 'ownColor' | 'key' | 'bad'>): ClassDraft => ({ name, color: ownColor, key, bad });

export const NEW_CLASS: ClassDraft = { name: '', color: '', key: '', bad: false };

/** Longest name that the service accepts. */
const MAX_LENGTH = 200;

export type NameFault = 'empty' | 'taken' | 'long';

/** @param others the other classes of the dataset */
export function nameFault(name: string, others: readonly Pick<Tag, 'name'>[]): NameFault | null {
  const clean = name.trim();
  if (clean === '') return 'empty';
  if (clean.length > MAX_LENGTH) return 'long';
  return others.some((each) => each.name === clean) ? 'taken' : null;
}

export type KeyFault = 'reserved' | 'taken';

export function keyFault(key: string, others: readonly Pick<Tag, 'key'>[]): KeyFault | null {
  if (key === '') return null;
  if (!isFreeKey(key)) return 'reserved';
  return others.some((each) => each.key.toLowerCase() === key.toLowerCase()) ? 'taken' : null;
}

/** The fields that a draft changes. */
export function changesOf(before: ClassDraft, { name, color, key, bad }: ClassDraft): TagFields {
  return {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(color !== before.color && { color }),
    ...(key !== before.key && { key }),
    ...(bad !== before.bad && { bad }),
  };
}

/** The fields that undo a change. */
export const reverseOf = (before: ClassDraft, changes: TagFields): TagFields =>
  Object.fromEntries(
    (Object.keys(changes) as (keyof ClassDraft)[]).map((field) => [field, before[field]]),
  ) as TagFields;
