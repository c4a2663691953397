/** Milliseconds within which a program must be ready; enough for a busy machine. */
export const READY_WITHIN = 180_000;
