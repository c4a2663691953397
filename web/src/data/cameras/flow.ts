/** What a camera's page says of `flow` (Contract 19). Pure. */
import type { MonitorState } from '../records/monitors.ts';

/** Frames a minute over the last minute, as the service has counted them; null where it says none. */
export function measuredRate(state: MonitorState | null): number | null {
  const rate = state?.running ? state.flow.current_flow_rate : null;
  return typeof rate === 'number' ? rate : null;
}

/** The numbers that the device itself has said, by name. */
export function ownNumbers(state: MonitorState | null): [name: string, value: number][] {
  const all = Object.entries(state?.flow ?? {});
  const own = all.filter(
    (each): each is [string, number] => typeof each[1] === 'number' && !MEASURED.includes(each[0]),
  );
  return own.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Numbers of `flow` that the service measures. */
const MEASURED = ['current_flow_rate', 'total_processed'];

/** Milliseconds per bar, and bars per hour. */
export const STEP = 5 * 60_000;
const BARS = 12;

export interface Bar {
  /** Unix milliseconds. */
  from: number;
  /** Null until they are counted. */
  frames: number | null;
}

/** Frames per minute at a time. */
export interface Rate {
  /** Unix milliseconds. */
  at: number;
  perMinute: number;
}

/**
 * The line through the hour: the mean of each five minutes that are complete, in their middle, and at its end the rate of now:
 * the measured one, or that of the minutes since the last of them. Pure.
 * @param measured frames of the last minute, as the service has counted them; null where it has not
 */
export function ratesOf(bars: readonly Bar[], now: number, measured: number | null): Rate[] {
  const counted = bars.flatMap(({ from, frames }) => (frames === null ? [] : [{ from, frames }]));
  const minutes = 60_000;
  return counted.map(({ from, frames }) => {
    if (from + STEP <= now) return { at: from + STEP / 2, perMinute: frames / (STEP / minutes) };
    const since = Math.max(1, (now - from) / minutes);
    return { at: now, perMinute: measured ?? frames / since };
  });
}

/** Start times of the bars, oldest first; the last one is still in progress. Pure. */
export const barsUntil = (now: number): number[] => {
  const last = Math.floor(now / STEP) * STEP;
  return Array.from({ length: BARS }, (_, index) => last - (BARS - 1 - index) * STEP);
};
