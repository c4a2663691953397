import type { Reply } from './route.ts';

/** What an operation returned. */
// biome-ignore lint/suspicious/noConfusingVoidType: of an operation that returns nothing.
export type Result = object | void;

/** `never` for a promise: without `await`, the answer would not wait for the operation. */
export type Ended<T extends Result> = T extends Promise<unknown> ? never : T;

/** The JSON of a success (Spec 7). */
export const done = <T extends Result>(more?: Ended<T>): Reply => ({
  json: { error: false, status: 'success', ...more },
});
