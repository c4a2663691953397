import type { Limits } from '../spool/limits.ts';
import type { Config } from './red.ts';

/** The fields of the dialog: megabytes and hours, 0 for no limit. */
export function limitsOf({ limitMegabytes, limitHours, atLimit }: Config): Limits {
  return {
    bytes: numberOf(limitMegabytes) * 1_000_000,
    age: numberOf(limitHours) * 3_600_000,
    atLimit: atLimit === 'drop' ? 'drop' : 'refuse',
  };
}

function numberOf(value: unknown): number {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : 0;
}
