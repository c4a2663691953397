/**
 * Loaded into a function's process (`node --import`): its clock and its timers go SLOW_CLOCK times slower, all processes
 * with the same value by the same clock. A machine that can serve 40 frames a second then serves 500 in one second of
 * theirs, and whatever the functions do by time they do as often per frame as they would at that rate.
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
