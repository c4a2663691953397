/** Milliseconds that a program may take to start; enough for a busy machine. */
export const STARTUP_TIMEOUT = 180_000;
