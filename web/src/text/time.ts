/** Formats times, percentages and durations for people. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `3 minutes ago`. @param at Unix milliseconds */
export function relativeTime(language: string, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, 'second');
}

/** @param at Unix milliseconds */
export const exactTime = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);

/** `14:05`. @param at Unix milliseconds */
export const timeOfDay = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(at);

/** A share as `12 %`; `<1 %` where it would round to nothing. @param share 0 to 1 */
export function percent(language: string, share: number): string {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return share > 0 && share < 0.01 ? `<${format.format(0.01)}` : format.format(share);
}

/** A share as `86.2 %`; a dash where there is none. @param share 0 to 1 */
export const exactPercent = (
  language: string,
  share: number | null,
  more: Pick<Intl.NumberFormatOptions, 'signDisplay'> = {},
): string =>
  share === null
    ? '–'
    : new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1, ...more }).format(share);

const HOUR = 3_600_000;
const MINUTE = 60_000;

const unit = (language: string, value: number, name: 'hour' | 'minute' | 'second'): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);

/** `2 hr 5 min`, `12 min`, `40 sec`. @param span milliseconds, 0 or more */
export function duration(language: string, span: number): string {
  if (span < MINUTE) return unit(language, Math.floor(span / 1000), 'second');
  const minutes = Math.floor(span / MINUTE);
  const hours = Math.floor(span / HOUR);
  if (hours === 0) return unit(language, minutes, 'minute');
  const rest = minutes - 60 * hours;
  const whole = unit(language, hours, 'hour');
  return rest === 0 ? whole : `${whole} ${unit(language, rest, 'minute')}`;
}

/** A range such as `22 Nov 2026, 14:00 – 15:30`; the day appears once if both ends share it. @param stop null: still running */
export function timeRange(language: string, start: number, stop: number | null): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return stop === null ? format.format(start) : format.formatRange(start, stop);
}

/** `Monday, 23 November 2026`: the UTC day, by which images without a session are grouped. @param at Unix milliseconds */
export const utcDay = (language: string, at: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(at);
