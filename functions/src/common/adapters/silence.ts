/** Milliseconds without a byte after which a connection counts as lost. */
export const SILENCE = 10_000;

export const silent = (): Error =>
  Object.assign(new Error(`silent for ${SILENCE} ms`), { code: 'ETIMEDOUT' });
