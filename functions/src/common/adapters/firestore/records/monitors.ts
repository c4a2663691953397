import type { DocumentSnapshot } from 'firebase-admin/firestore';
import { monitorRecord } from '../../../../../../packages/records/src/monitor.ts';
import type { Monitor } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { readDocument, readQuery } from '../documents.ts';
import { membership } from '../fields.ts';
import { monitorRef } from '../references.ts';
import { isRecord } from './used-ids.ts';

const PAGE = 300;

/** Monitor records. */
export const monitors = {
  /** Called first by every monitor route; null if it does not exist. */
  async find(id: string): Promise<Monitor | null> {
    const snapshot = await readDocument(monitorRef(id));
    return isRecord(snapshot) ? toMonitor(snapshot) : null;
  },

  /** Called every minute: ids of monitors with a running session. */
  async *running(): AsyncGenerator<string> {
    const query = firestore()
      .collection('monitor')
      .where('session', '>', '')
      .orderBy('session')
      .select('session')
      .limit(PAGE);
    for (let page = await readQuery(query); page.size > 0; ) {
      yield* page.docs.map(({ id }) => id);
      page = await readQuery(query.startAfter(page.docs.at(-1)));
    }
  },
};

export function toMonitor(snapshot: DocumentSnapshot): Monitor {
  const fields = snapshot.data() ?? {};
  const read = monitorRecord.read(snapshot.id, fields);
  return {
    id: snapshot.id,
    ...read,
    dataset: read.dataset || null,
    version: snapshot.updateTime,
    ...membership(fields),
  };
}
