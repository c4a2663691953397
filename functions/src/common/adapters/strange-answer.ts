/**
 * For a success that the service itself would not have answered so: a page of something that stands before it. Nothing was
 * done then, so it counts as a bad gateway, which heals by itself.
 */
export const strangeAnswer = (what: string): Error =>
  Object.assign(new Error(`${what}: not an answer of the service`), { code: 502 });
