import { invalid } from './errors.ts';
import { SETTINGS, type Settings } from './object.ts';

/** What the body of an insert, patch or copy says about the object; `null` removes. */
export interface Wishes {
  settings: Partial<Record<keyof Settings, string | null>>;
  metadata?: Record<string, string | null> | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object resource; unknown fields are passed over, as the service does. */
export function wishesFrom(body: unknown): Wishes {
  if (!isRecord(body)) throw invalid('The request body must be an object resource.');
  const wishes: Wishes = { settings: {} };
  for (const field of SETTINGS) {
    const value = body[field];
    if (typeof value === 'string' || value === null) wishes.settings[field] = value;
  }
  if (body.metadata === null) wishes.metadata = null;
  else if (isRecord(body.metadata)) wishes.metadata = textsOf(body.metadata);
  return wishes;
}

function textsOf(map: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, value === null ? null : String(value)]),
  );
}

export function mergeSettings(old: Settings, wishes: Wishes): Settings {
  const merged = Object.entries({ ...old, ...wishes.settings }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged) as Settings;
}

/** @returns `undefined` when nothing is left */
export function mergeMetadata(
  old: Record<string, string> | undefined,
  wishes: Wishes,
): Record<string, string> | undefined {
  if (wishes.metadata === null) return undefined;
  const merged = Object.entries({ ...old, ...wishes.metadata }).filter(([, value]) => value !== null);
  return merged.length === 0 ? undefined : (Object.fromEntries(merged) as Record<string, string>);
}
