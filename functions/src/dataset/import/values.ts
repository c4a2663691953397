/** Values of label files, which may be anything. */

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Longest label or file name, in characters. */
const LONGEST = 1000;

/** Text without space around it, cut after `LONGEST` characters, or a number as text; `''` for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim().slice(0, LONGEST)
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : '';

/** Whether a key is the number of a class. */
export const isClassNumber = (key: string): boolean => /^\d{1,5}$/.test(key);

/** Names of classes by their numbers, as a list; `''` where a number has none. */
export function namesByNumber(map: Readonly<Record<string, unknown>>): string[] {
  const names: string[] = [];
  for (const [key, name] of Object.entries(map)) if (isClassNumber(key)) names[Number(key)] = textOf(name);
  return Array.from(names, (name) => name ?? '');
}

/** A number, or text that is one; 0 for anything else. */
export function finite(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}
