/** What the service answers and takes, route by route, as its own description says. */
import type { Routes } from './api.ts';

export type RouteName = keyof Routes;
/** Body of a 200. */
export type Answer<R extends RouteName> = Routes[R] extends { answer: infer A } ? A : never;
/** Body of a request; an empty object where the route takes none. */
export type Body<R extends RouteName> = Routes[R] extends { body: infer B } ? B : Record<never, never>;
/** Its query. */
export type Query<R extends RouteName> = Routes[R] extends { query: infer Q } ? Q : never;

/** Bodies whose area says `error: false`, or `status: "success"`. */
export const isSuccess = (body: unknown): boolean =>
  (body as { status?: unknown } | null)?.status === 'success';
