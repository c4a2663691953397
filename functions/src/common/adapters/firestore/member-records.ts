import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { answersFor } from '../../access/permit.ts';
import type { Changed, Invitation, MemberRecords } from '../../members/ports.ts';
import type { Membership } from '../../model.ts';
import { peopleOf, rolesOf } from '../../people.ts';
import { changeDocument } from './change-document.ts';
import { isDeleted } from './datasets.ts';
import { inTime, readQuery } from './documents.ts';
import { type Fields, membership, text } from './fields.ts';
import { revokeKeysOf } from './key-records.ts';
import { withoutGrantsOf } from './monitor-grants.ts';
import { datasetRef, monitorRef } from './references.ts';

/** A record is one document, and each member is a field in it. */
const MOST = 500;

export const datasetMembers = memberRecords(datasetRef);
export const monitorMembers = memberRecords(monitorRef);

function memberRecords(recordRef: (id: string) => DocumentReference): MemberRecords {
  return {
    set: (id, { uid, address }, role) =>
      changeMembership(recordRef(id), (before, batch) => {
        if (before.owner === uid && role !== 'owner') return 'owner stays';
        if (address !== null) batch.delete(invitationRef(recordRef(id), address));
        return role === 'owner' ? handOver(before, uid) : withMember(before, uid, role);
      }),

    remove: (id, uid) =>
      changeMembership(recordRef(id), (before) => {
        if (before.owner === uid) return 'owner stays';
        const { [uid]: _, ...members } = before.members;
        return { owner: before.owner, members };
      }),

    invite: (id, { address, role, by }) =>
      changeDocument(recordRef(id), ({ snapshot, batch }): Changed => {
        if (isDeleted(snapshot.data() ?? {})) return null;
        const hash = hashAddress(address);
        const fields = { address, hash, role, by, at: FieldValue.serverTimestamp() };
        batch.set(invitationRef(snapshot.ref, address), fields);
        return 'done';
      }),

    async uninvite(id, address) {
      await inTime('commit', invitationRef(recordRef(id), address).delete());
    },

    async invitations(id) {
      const { docs } = await readQuery(recordRef(id).collection('invitation').orderBy('address').limit(MOST));
      return docs.map(toInvitation);
    },
  };
}

const toInvitation = (document: DocumentSnapshot): Invitation => ({
  address: text(document.get('address')),
  role: document.get('role') === 'editor' ? 'editor' : 'viewer',
  by: text(document.get('by')),
});

/** SHA-256 of an address, hexadecimal: a document id that works for any address. */
export const hashAddress = (address: string): string => createHash('sha256').update(address).digest('hex');

const invitationRef = (record: DocumentReference, address: string): DocumentReference =>
  record.collection('invitation').doc(hashAddress(address));

/** The only place that writes owner and members; `people` is derived from them in the same commit. */
export function changeMembership(
  reference: DocumentReference,
  change: (
    before: Membership,
    batch: WriteBatch,
  ) => Membership | 'owner stays' | Promise<Membership | 'owner stays'>,
): Promise<Changed> {
  return changeDocument(reference, async ({ snapshot, batch, condition }): Promise<Changed> => {
    if (isDeleted(snapshot.data() ?? {})) return null;
    const before = membership(snapshot.data() ?? {});
    const after = await change(before, batch);
    if (after === 'owner stays') return after;
    const count = Object.keys(after.members).length;
    if (count > MOST && count > Object.keys(before.members).length) return 'too many';
    const { owner, members } = after;
    const people = { owner, members: { ...members }, people: peopleOf(after) };
    batch.update(
      snapshot.ref,
      { ...people, ...(await endRights(snapshot, { before, after }, batch)) },
      condition,
    );
    return 'done';
  });
}

/** What ends with the role of whoever answers for it: grants of a dataset, device keys of a monitor (Contract 8). */
async function endRights(
  snapshot: DocumentSnapshot,
  { before, after }: Record<'before' | 'after', Membership>,
  batch: WriteBatch,
): Promise<Fields> {
  const editors = Object.keys(rolesOf(before)).filter((uid) => answersFor(uid, before));
  const lost = editors.filter((uid) => !answersFor(uid, after));
  if (lost.length === 0) return {};
  if (snapshot.ref.parent.id === 'monitor') return revokeKeysOf(snapshot.id, lost, batch);
  return withoutGrantsOf(snapshot.data() ?? {}, lost);
}

export const withMember = (
  { owner, members }: Membership,
  uid: string,
  role: 'viewer' | 'editor',
): Membership => ({ owner, members: { ...members, [uid]: role } });

function handOver({ owner, members }: Membership, uid: string): Membership {
  if (owner === uid) return { owner, members };
  const { [uid]: _, ...others } = members;
  return { owner: uid, members: owner === '' ? others : { ...others, [owner]: 'editor' } };
}
