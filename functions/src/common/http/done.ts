import type { Reply } from './route.ts';

/** The JSON of a success (Spec 7). */
export const done = (more: object = {}): Reply => ({ json: { error: false, status: 'success', ...more } });
