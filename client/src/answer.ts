/** Types of every route's request and answer, taken from openapi.yaml. */
import type { Routes } from './api.ts';

export type RouteName = keyof Routes;
/** Body of the 200 answer. */
export type Answer<R extends RouteName> = Routes[R] extends { answer: infer A } ? A : never;
/** Request body; an empty object if the route takes none. */
export type Body<R extends RouteName> = Routes[R] extends { body: infer B } ? B : Record<never, never>;
/** Query parameters. */
export type Query<R extends RouteName> = Routes[R] extends { query: infer Q } ? Q : never;

/** Answers marked `error: false` or `status: "success"`, depending on the area. */
export const isSuccess = (body: unknown): boolean =>
  (body as { status?: unknown } | null)?.status === 'success';

/** For calls that answer nothing but that they are done: reads true, or undefined. */
export const readDone = (body: unknown): boolean | undefined => isSuccess(body) || undefined;
