/** Seed of random tests: fixed by default, different in long runs; `SEED=n` repeats one. */
export const SEED = Number(process.env.SEED) || (process.env.LONG ? Date.now() % 1_000_000_007 : 1);
