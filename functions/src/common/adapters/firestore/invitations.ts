import type { QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Invitations } from '../../members/ports.ts';
import { firestore } from '../firebase.ts';
import { asRead } from './change-document.ts';
import { readDocument, readQuery } from './documents.ts';
import { changeMembership, hashAddress, withMember } from './member-records.ts';

/** Maximum number of invitations that are accepted at once. */
const MOST = 100;

export const invitations: Invitations = {
  async accept(uid, address) {
    const group = firestore().collectionGroup('invitation').where('hash', '==', hashAddress(address));
    const { docs } = await readQuery(group.limit(MOST));
    for (const invitation of docs) await acceptOne(uid, invitation);
  },
};

/**
 * The invitation is deleted in the commit that makes it a membership. An invitation that was withdrawn meanwhile has no
 * effect.
 */
async function acceptOne(uid: string, invitation: QueryDocumentSnapshot): Promise<void> {
  const record = invitation.ref.parent.parent;
  if (!record) return;
  await changeMembership(record, async (before, batch) => {
    const current = await readDocument(invitation.ref);
    if (!current.exists) return before;
    batch.delete(current.ref, asRead(current));
    const role = current.get('role') === 'editor' ? 'editor' : 'viewer';
    return before.owner === uid ? before : withMember(before, uid, role);
  });
}
