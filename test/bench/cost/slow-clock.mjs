/**
 * Loaded into a function's process (`node --import`): slows its clock and its timers by the factor SLOW_CLOCK. A machine
 * that handles 40 frames a second then handles 500 per second of the slowed clock, and everything that the functions do at
 * intervals happens as often per frame as it would at that rate. All processes must use the same factor.
 */
const factor = Number(process.env.SLOW_CLOCK ?? 1);
const begun = Number(process.env.SLOW_CLOCK_FROM ?? Date.now());
const RealDate = Date;
const now = () => Math.floor(begun + (RealDate.now() - begun) / factor);

class SlowDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
}

if (factor !== 1) {
  globalThis.Date = SlowDate;
  const { setTimeout: later, setInterval: every } = globalThis;
  globalThis.setTimeout = (run, ms, ...given) => later(run, (ms ?? 0) * factor, ...given);
  globalThis.setInterval = (run, ms, ...given) => every(run, (ms ?? 0) * factor, ...given);
}
