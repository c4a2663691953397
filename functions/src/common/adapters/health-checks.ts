/** The smallest request to each service that gets an answer. Nothing is stored under these names. */
import type { Check } from '../health.ts';

export const checkFirestore: Check = async () => {
  const { firestore } = await import('./firebase.ts');
  return firestore().doc('health/probe').get();
};

export const checkLiveState: Check = async () => {
  const [{ getDatabase }, { app }] = await Promise.all([
    import('firebase-admin/database'),
    import('./firebase.ts'),
  ]);
  return getDatabase(app()).ref('health').get();
};

export const checkObjects: Check = async () => {
  const { objects } = await import('./objects.ts');
  return objects.stat('health');
};
