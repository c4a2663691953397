/** Values of label files, which may be anything. */

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Longest label or file name, in characters. */
const LONGEST = 1000;

/**
 * Text without space around it, cut after `LONGEST` characters, or a number as text; `''` for anything else. A copy: a part of a
 * text keeps the whole text in memory, which may be a file.
 */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? copyOf(value.trim().slice(0, LONGEST))
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : '';

const copyOf = (text: string): string => Buffer.from(text).toString();

/** Whether a key is the number of a class. */
export const isClassNumber = (key: string): boolean => /^\d{1,5}$/.test(key);

/** Names of classes by their numbers, as a list; `''` where a number has none. */
export function namesByNumber(map: Readonly<Record<string, unknown>>): string[] {
  const names: string[] = [];
  for (const [key, name] of Object.entries(map)) if (isClassNumber(key)) names[Number(key)] = textOf(name);
  return Array.from(names, (name) => name ?? '');
}

/** A box in pixels as shares of the size that its file states; in pixels of the picture's own size if it states none. */
export const placeOf = (
  [x = 0, y = 0, w = 0, h = 0]: readonly number[],
  { width, height }: { width: number; height: number },
) =>
  width > 0 && height > 0
    ? ({ unit: 'share', x: x / width, y: y / height, w: w / width, h: h / height } as const)
    : ({ unit: 'pixels', x, y, w, h } as const);

/** A number, or text that is one; 0 for anything else. */
export function finite(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** Corner, width and height of a box by its edges, which may be anything. */
export function boxWithin(edges: readonly unknown[]): [x: number, y: number, w: number, h: number] {
  const [x = 0, y = 0, x2 = 0, y2 = 0] = edges.map(finite);
  return [x, y, x2 - x, y2 - y];
}
