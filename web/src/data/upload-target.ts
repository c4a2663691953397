/** Uploads as the service has them: each picture is an image of a monitor, those of one visit are one session. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { getFirestore } from './firebase.ts';
import { online } from './online.ts';
import { service } from './service.ts';
import { text } from './snapshot.ts';
import type { Fate, UploadTarget } from './uploads.ts';

/** @param name of the session, 1 to 64 of `A-Z a-z 0-9 _ -` (Contract 10) */
export function uploadTarget(dataset: string, monitor: string, name: string): UploadTarget {
  const session = `${monitor}.${name}`;
  return {
    send: async (file, signal) => {
      // Else the client would try for half a minute.
      if (!online.get()) throw new SightlineError('Offline', { kind: 'unreachable' });
      // With the same name, date and bytes it is the same image: whoever uploads a folder twice has it once.
      const about = { name: file.name, date: file.lastModified, dataset, session: name };
      const { id } = await service()
        .monitors(monitor)
        .upload(file, { ...about, signal });
      return id;
    },
    fateOf: (id) => fateOf(id, session),
  };
}

/** An image that was there before belongs to another session; one in the trash has no record. */
async function fateOf(id: string, session: string): Promise<Fate> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const record = await sdk.getDoc(sdk.doc(firestore, `image/${id}`)).catch((error: { code?: string }) => {
    // The rules refuse a record that is absent as they do a foreign one.
    if (error.code === 'permission-denied') return null;
    throw error;
  });
  if (!record?.exists()) return 'trashed';
  return text(record.get('session')) === session ? 'stored' : 'known';
}

/** `upload-20261122-134501-x7f2`: another one for each visit of the page. */
export function sessionName(now = new Date()): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `upload-${time}-${crypto.randomUUID().slice(0, 4)}`;
}
