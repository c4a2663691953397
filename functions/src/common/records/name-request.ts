import { idOf } from './made-ids.ts';

/** Identifies a caller's request across its attempts; null without an `Idempotency-Key`. */
export const nameRequest = (kind: string, uid: string, key: string | null): string | null =>
  key === null ? null : idOf(JSON.stringify([kind, uid, key]));
