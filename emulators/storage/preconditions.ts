import { conditionNotMet, invalid, StorageError } from './errors.ts';
import type { StoredObject } from './object.ts';

/** Query parameters that make a request conditional; generation 0 means "no such object". */
export interface Conditions {
  generationMatch?: number;
  generationNotMatch?: number;
  metagenerationMatch?: number;
  metagenerationNotMatch?: number;
}

/** @param prefix `if`, or `ifSource` for the source of a copy */
export function conditionsOf(query: URLSearchParams, prefix = 'if'): Conditions {
  const conditions: Conditions = {};
  const kinds = [
    'generationMatch',
    'generationNotMatch',
    'metagenerationMatch',
    'metagenerationNotMatch',
  ] as const;
  for (const kind of kinds) {
    const text = query.get(`${prefix}${kind[0]!.toUpperCase()}${kind.slice(1)}`);
    if (text === null) continue;
    if (!/^\d+$/.test(text)) throw invalid(`Invalid value for ${prefix}${kind}: ${text}`);
    conditions[kind] = Number(text);
  }
  return conditions;
}

export function requireConditions(conditions: Conditions, object: StoredObject | undefined): void {
  const generation = object?.generation ?? 0;
  const metageneration = object?.metageneration ?? 0;
  const { generationMatch, generationNotMatch, metagenerationMatch, metagenerationNotMatch } = conditions;
  if (generationMatch !== undefined && generationMatch !== generation) throw conditionNotMet();
  if (generationNotMatch === generation) throw conditionNotMet();
  if (metagenerationMatch !== undefined && metagenerationMatch !== metageneration) throw conditionNotMet();
  if (metagenerationNotMatch !== undefined && metagenerationNotMatch === metageneration)
    throw conditionNotMet();
}

/** Like `requireConditions` for reads: a failed not-match is 304 instead of 412. */
export function requireReadConditions(conditions: Conditions, object: StoredObject): void {
  const unchanged =
    conditions.generationNotMatch === object.generation ||
    conditions.metagenerationNotMatch === object.metageneration;
  if (unchanged) throw new StorageError(304, 'notModified', 'Not Modified');
  requireConditions(conditions, object);
}
