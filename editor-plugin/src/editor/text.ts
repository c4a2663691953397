/** Texts of the catalogues, and dates in the editor's language. */
const NAMESPACE = 'node-red-contrib-sightline-git/sightline-git';

export const text = (key: string, values: Record<string, unknown> = {}): string =>
  RED._(`${NAMESPACE}:${key}`, values);

/** Uses the catalogue's singular form for one. */
export const textOf = (count: number, key: string): string =>
  text(`${key}${count === 1 ? 'One' : ''}`, { count });

const DAY = 86_400_000;

const language = (): string | undefined => RED.i18n.lang?.() ?? document.documentElement.lang ?? undefined;

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  try {
    return date.toLocaleString(language(), options);
  } catch {
    return date.toLocaleString(undefined, options);
  }
}

/** @param iso ISO 8601. Shows the time within the last day, otherwise the date. */
export function shortDate(iso: string): string {
  const date = new Date(iso);
  const isRecent = Math.abs(Date.now() - date.getTime()) < DAY;
  return format(date, isRecent ? { timeStyle: 'short' } : { dateStyle: 'medium' });
}

export const longDate = (iso: string): string =>
  format(new Date(iso), { dateStyle: 'full', timeStyle: 'medium' });
