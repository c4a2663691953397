/** When an image was taken: as the archive's labels say, else its EXIF data, else the time of its file in the archive. */

/** Before it, a date is that of a clock which was not set; and what ZIP states without one (1980). */
const EARLIEST = Date.UTC(1980, 0, 2);
/** Milliseconds that a clock may be ahead. */
const AHEAD = 24 * 60 * 60 * 1000;

/** Undefined for a time that no image of the import can have. */
export const plausible = (time: number): number | undefined =>
  time >= EARLIEST && time <= Date.now() + AHEAD ? time : undefined;

/** A date of a record, in Unix milliseconds. */
export const keptDate = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= Date.now() + AHEAD
    ? (value as number)
    : undefined;

/** `2026-11-25T10:00:00+01:00`, `2026-11-25 10:00:00`, or EXIF's `2026:11:25 10:00:00`; without a zone, in UTC. */
export function dateOf(value: unknown): number | undefined {
  const [, year, month, day, clock = '00:00', zone = 'Z'] =
    /^(\d{4})[-:/](\d\d)[-:/](\d\d)(?:[T ]+(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?\s*(Z|[+-]\d\d:?\d\d)?\s*$/.exec(
      typeof value === 'string' ? value.slice(0, 40).trim() : '',
    ) ?? [];
  if (!year) return undefined;
  return plausible(Date.parse(`${year}-${month}-${day}T${clock}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`));
}
