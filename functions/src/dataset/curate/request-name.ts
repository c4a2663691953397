import { createHash } from 'node:crypto';
import type { ImageChange, RequestName } from '../../common/images/curate-ports.ts';

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Identifies a request, at every retry of it: by the caller's key. Without a key, if every change states the revision that
 * was seen, the changes themselves identify it: applied a second time, they could only be stale.
 */
export function requestName(
  by: string,
  key: string | null,
  changes: readonly ImageChange[],
): RequestName | null {
  const body = hash(changes);
  if (key !== null) return { id: hash(['key', by, key]), body };
  return changes.every(({ seen }) => seen !== undefined) ? { id: hash(['body', by, body]), body } : null;
}
