import { randomInt } from 'node:crypto';

/** In order of their character codes, so that ids sort by time. */
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 12;

/** Key for a POST: 8 characters of time and 12 random ones, in base 64. */
export function makePushId(now: number): string {
  const time = Array.from(
    { length: TIME_DIGITS },
    (_, at) => Math.floor(now / 64 ** (TIME_DIGITS - 1 - at)) % 64,
  );
  const chance = Array.from({ length: RANDOM_DIGITS }, () => randomInt(64));
  return [...time, ...chance].map((digit) => ALPHABET[digit]).join('');
}
