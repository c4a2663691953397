import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { answersFor } from '../../access/permit.ts';
import { HttpError } from '../../errors.ts';
import { type Changed, type Invitation, type MemberRecords, MOST_MEMBERS } from '../../members/ports.ts';
import type { Membership } from '../../model.ts';
import { peopleOf, rolesOf } from '../../people.ts';
import { firestore } from '../firebase.ts';
import { changeDocument } from './change-document.ts';
import { isDeleted } from './datasets.ts';
import { countOf, inTime, readDocument, readQuery } from './documents.ts';
import { type Fields, membership, text } from './fields.ts';
import { revokeKeysOf } from './key-records.ts';
import { withoutGrantsOf } from './monitor-grants.ts';
import { datasetRef, monitorRef } from './references.ts';

/**
 * Open invitations that one person may have made to one address, and in all. Each first call of the invited person reads those to
 * the address, so nobody can put so many in front of another person's that these are not reached.
 */
const MOST_TO_ONE = 100;
const MOST_BY_ONE = 1_000;

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

    invite: (id, invitation) =>
      changeDocument(recordRef(id), async ({ snapshot, batch }): Promise<Changed> => {
        if (isDeleted(snapshot.data() ?? {})) return null;
        const reference = invitationRef(snapshot.ref, invitation.address);
        if (!(await readDocument(reference)).exists) await requireRoom(snapshot, invitation);
        const hash = hashAddress(invitation.address);
        batch.set(reference, { ...invitation, hash, at: FieldValue.serverTimestamp() });
        return 'done';
      }),

    async uninvite(id, address) {
      await inTime('commit', invitationRef(recordRef(id), address).delete());
    },

    async invitations(id) {
      const { docs } = await readQuery(
        recordRef(id).collection('invitation').orderBy('address').limit(MOST_MEMBERS),
      );
      return docs.map(toInvitation);
    },
  };
}

const toInvitation = (document: DocumentSnapshot): Invitation => ({
  address: text(document.get('address')),
  role: document.get('role') === 'editor' ? 'editor' : 'viewer',
  by: text(document.get('by')),
});

/**
 * Simultaneous calls may each find room for the last one: a transaction would make them wait for each other.
 * @throws HttpError `bad parameter` if the record, or the inviting person, has as many as they may
 */
async function requireRoom(record: DocumentSnapshot, { address, by }: Invitation): Promise<void> {
  const byOne = firestore().collectionGroup('invitation').where('by', '==', by);
  const [here = 0, toOne = 0, inAll = 0] = await Promise.all(
    [record.ref.collection('invitation'), byOne.where('hash', '==', hashAddress(address)), byOne].map(
      countOf,
    ),
  );
  const members = Object.keys(membership(record.data() ?? {}).members).length;
  if (members + here >= MOST_MEMBERS) throw tooMany(`a record has at most ${MOST_MEMBERS} members`);
  if (toOne >= MOST_TO_ONE) throw tooMany(`${MOST_TO_ONE} of your invitations to this address are open`);
  if (inAll >= MOST_BY_ONE) throw tooMany(`${MOST_BY_ONE} of your invitations are open`);
}

const tooMany = (reason: string) => new HttpError('bad parameter', { reason });

/** SHA-256 of an address, hexadecimal: a document id that works for any address. */
export const hashAddress = (address: string): string => createHash('sha256').update(address).digest('hex');

const invitationRef = (record: DocumentReference, address: string): DocumentReference =>
  record.collection('invitation').doc(hashAddress(address));

/**
 * The only place that writes owner and members; `people` is derived from them in the same commit.
 * @throws HttpError `bad parameter` if there would be too many; then nothing is written
 */
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
    if (count > MOST_MEMBERS && count > Object.keys(before.members).length)
      throw tooMany(`a record has at most ${MOST_MEMBERS} members`);
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
