import type { Firestore } from '@google-cloud/firestore';

/**
 * Reads an id that Firestore rejects, which the client library retries for seconds. If our answer arrives while this is
 * still running, the service did not try the same.
 * @returns whether it is still running
 */
export function refusedRead(firestore: Firestore): () => boolean {
  let goesOn = true;
  const end = () => {
    goesOn = false;
  };
  firestore.doc('dataset/__x__').get().then(end, end);
  return () => goesOn;
}
