import { invalid } from './errors.ts';
import { SETTINGS, type Settings } from './object.ts';

/** What the body of an insert, patch or copy sets; `null` removes. */
export interface Patch {
  settings: Partial<Record<keyof Settings, string | null>>;
  metadata?: Record<string, string | null> | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object resource; unknown fields are ignored, as in the service. */
export function patchFrom(body: unknown): Patch {
  if (!isRecord(body)) throw invalid('The request body must be an object resource.');
  const patch: Patch = { settings: {} };
  for (const field of SETTINGS) {
    const value = body[field];
    if (typeof value === 'string' || value === null) patch.settings[field] = value;
  }
  if (body.metadata === null) patch.metadata = null;
  else if (isRecord(body.metadata)) patch.metadata = textsOf(body.metadata);
  return patch;
}

function textsOf(map: Record<string, unknown>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, value === null ? null : String(value)]),
  );
}

export function mergeSettings(old: Settings, patch: Patch): Settings {
  const merged = Object.entries({ ...old, ...patch.settings }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged) as Settings;
}

/** @returns `undefined` if it becomes empty */
export function mergeMetadata(
  old: Record<string, string> | undefined,
  patch: Patch,
): Record<string, string> | undefined {
  if (patch.metadata === null) return undefined;
  const merged = Object.entries({ ...old, ...patch.metadata }).filter(([, value]) => value !== null);
  return merged.length === 0 ? undefined : (Object.fromEntries(merged) as Record<string, string>);
}
