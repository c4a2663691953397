/** Milliseconds that a program may take to start; enough for a busy machine. A run of tests says how slow it is. */
export const STARTUP_TIMEOUT = Math.ceil(180_000 * Math.max(1, Number(process.env.SLOWNESS) || 1));
