/** The smallest request to each service that gets an answer. Nothing is stored under these names. */
import type { Check } from '../health.ts';

/** Validity of a link in seconds: longer than a check takes. */
const LIFE = 60;
/** Such as SignatureDoesNotMatch. */
const CODE = /<Code>(\w+)<\/Code>/;

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

/** Follows a link to a missing object: only a valid key of an account that may read the bucket gets the answer 404. */
export const checkLinks: Check = async () => {
  const { objects } = await import('./objects.ts');
  const url = objects.links(LIFE)?.('health');
  if (url === undefined) return;
  const answer = await fetch(url);
  const text = await answer.text();
  if (answer.status !== 404) throw new Error(`a link got ${answer.status} ${CODE.exec(text)?.[1] ?? ''}`);
};
