import { checkFirestore } from '../common/adapters/health-checks.ts';
import { adminApi } from './adapters/editor.ts';

export const ports = {
  editor: adminApi,
  /** Loads Firestore, which reading operations never need. */
  lease: async () => (await import('./adapters/lease.ts')).firestoreLease,
};

export const checks = { firestore: checkFirestore };
