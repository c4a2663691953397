import { Timestamp } from 'firebase-admin/firestore';
import { monitorRef } from '../references.ts';

/** Spec 2.6. `stop` is absent until the session ends. */
export function newSession(monitor: string, uid: string, start: number) {
  return {
    start: Timestamp.fromMillis(start),
    monitor: monitorRef(monitor),
    data: {
      controller: { action: { status: false, request: { command: '', params: {} } } },
      totalCounter: 0,
    },
    flow: {},
    uid,
  };
}
