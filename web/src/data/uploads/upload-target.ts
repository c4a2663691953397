/** Sends uploads to the service. Each file becomes an image of a monitor; the uploads of one visit form one session. */
import { SightlineError } from '../../../../client/src/sightline-error.ts';
import { getFirestore } from '../firebase.ts';
import { online } from '../live/online.ts';
import { text } from '../live/snapshot.ts';
import { isServiceAway, isSignedOut } from '../persist.ts';
import { service } from '../service.ts';
import { sessionIn } from './upload-monitor.ts';
import { isUnreachable, type UploadOutcome, type UploadTarget } from './uploads.ts';

/** @param name of the session, 1 to 64 of `A-Z a-z 0-9 _ -` (Contract 10) */
export function uploadTarget(dataset: string, monitor: string, name: string): UploadTarget {
  const session = sessionIn(monitor, name);
  return {
    send: async (file, signal) => {
      // Otherwise the client would retry for up to 30 s.
      if (!online.get()) throw new SightlineError('Offline', { kind: 'unreachable' });
      // The same name, date and bytes make the same image, so that a folder that is uploaded twice is added once.
      const about = { name: file.name, date: file.lastModified, dataset, session: name };
      try {
        const { id } = await service()
          .monitors(monitor)
          .upload(file, { ...about, signal });
        isServiceAway.set(false);
        return id;
      } catch (error) {
        isServiceAway.set(isUnreachable(error as SightlineError));
        if (!(await isSignedOut(error))) throw error;
        throw new SightlineError('The sign-in has ended', { kind: 'unreachable', cause: error });
      }
    },
    outcomeOf: (id) => outcomeOf(id, session),
  };
}

/** An image that was uploaded before belongs to another session; one in the trash has no record. */
async function outcomeOf(id: string, session: string): Promise<UploadOutcome> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const record = await sdk.getDoc(sdk.doc(firestore, `image/${id}`)).catch((error: { code?: string }) => {
    // The rules refuse to read a record that does not exist, just like one that this person may not see.
    if (error.code === 'permission-denied') return null;
    throw error;
  });
  if (!record?.exists()) return 'trashed';
  return text(record.get('session')) === session ? 'stored' : 'known';
}
