/**
 * Timeouts of tests, in milliseconds. A wait ends as soon as its condition is met, so a long timeout costs nothing; it only
 * stops a run that hangs. All are long enough for a slow, busy machine.
 */
import { STARTUP_TIMEOUT } from '../../emulators/stack/startup-timeout.ts';

/** How many times as long as usual this machine takes, as test/run/run.ts has measured it. */
export const SLOWNESS = Math.max(1, Number(process.env.SLOWNESS) || 1);

/** One step: an answer, a state, an element of a page. */
export const STEP = Math.ceil(90_000 * SLOWNESS);
/** The start of a stack, an editor or a browser. */
export const BOOT = STARTUP_TIMEOUT;
/** A test or a hook: jest's `testTimeout`. A few long ones set their own. */
export const TEST = Math.ceil(300_000 * SLOWNESS);
/** A test whose variant with `LONG=1` does the same many times over. */
export const LONG_TEST = 6 * TEST;
