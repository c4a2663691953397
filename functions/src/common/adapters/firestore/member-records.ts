import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { answersFor } from '../../access/permit.ts';
import type { Changed, Invitation, MemberRecords } from '../../members/ports.ts';
import type { Membership, Offer } from '../../model.ts';
import { peopleOf, rolesOf } from '../../people.ts';
import { firestore } from '../firebase.ts';
import { changeDocument } from './change-document.ts';
import { isDeleted } from './datasets.ts';
import { countOf, inTime, readQuery } from './documents.ts';
import { type Fields, membership, text } from './fields.ts';
import { revokeKeysOf } from './key-records.ts';
import { withoutGrantsOf } from './monitor-grants.ts';

/** A record is one document, and each member is a field in it. */
const MOST = 500;
/** Offers in one list. */
const MOST_OFFERS = 100;

const KINDS = ['dataset', 'monitor'] as const;

export const datasetMembers = memberRecords('dataset');
export const monitorMembers = memberRecords('monitor');

function memberRecords(kind: (typeof KINDS)[number]): MemberRecords {
  const recordRef = (id: string): DocumentReference => firestore().collection(kind).doc(id);
  return {
    set: (id, { uid, address }, role) =>
      changeMembership(recordRef(id), (before, batch) => {
        if (before.owner === uid && role !== 'owner') return 'owner stays';
        if (address !== null) batch.delete(invitationRef(recordRef(id), address));
        return role === 'owner' ? handOver(before, uid) : withMember(withoutOffer(before, uid), uid, role);
      }),

    remove: (id, uid) =>
      changeMembership(recordRef(id), (before) => {
        if (before.owner === uid) return 'owner stays';
        const { [uid]: _, ...members } = before.members;
        return { ...withoutOffer(before, uid), members };
      }),

    offer: (id, offer) =>
      changeMembership(recordRef(id), (before) =>
        before.owner === offer.to ? before : { ...before, offer: { ...offer, owner: before.owner } },
      ),

    accept: (id, uid) =>
      changeMembership(recordRef(id), (before) =>
        before.owner === uid || before.offer?.to === uid ? handOver(before, uid) : 'no offer',
      ),

    endOffer: (id, uid) => changeMembership(recordRef(id), (before) => withoutOffer(before, uid)),

    async offeredTo(uid) {
      const query = firestore().collection(kind).where('offer.to', '==', uid).orderBy('offer.at', 'desc');
      const { docs } = await readQuery(query.limit(MOST_OFFERS).select('name', 'owner', 'offer'));
      return docs.flatMap((record) => {
        const { offer } = membership(record.data());
        const { id } = record;
        return offer ? [{ id, name: text(record.get('name'), id), by: offer.by, at: offer.at }] : [];
      });
    },

    async offersBy(uid) {
      const made = KINDS.map((each) => firestore().collection(each).where('offer.by', '==', uid));
      const [datasets = 0, monitors = 0] = await Promise.all(made.map(countOf));
      return datasets + monitors;
    },

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

type Refusal = 'owner stays' | 'no offer';

/** The only place that writes owner, members and offer; `people` is derived from them in the same commit. */
export function changeMembership(
  reference: DocumentReference,
  change: (
    before: Membership,
    batch: WriteBatch,
  ) => Membership | Refusal | Promise<Membership | Refusal>,
): Promise<Changed> {
  return changeDocument(reference, async ({ snapshot, batch, condition }): Promise<Changed> => {
    if (isDeleted(snapshot.data() ?? {})) return null;
    const before = membership(snapshot.data() ?? {});
    const after = await change(before, batch);
    if (typeof after === 'string') return after;
    const count = Object.keys(after.members).length;
    if (count > MOST && count > Object.keys(before.members).length) return 'too many';
    const { owner, members, offer } = after;
    const fields = { owner, members: { ...members }, people: peopleOf(after), offer: offerField(offer) };
    const rights = await endRights(snapshot, { before, after }, batch);
    batch.update(snapshot.ref, { ...fields, ...rights }, condition);
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

const offerField = (offer?: Offer) =>
  offer ? { ...offer, at: Timestamp.fromMillis(offer.at) } : FieldValue.delete();

export const withMember = (before: Membership, uid: string, role: 'viewer' | 'editor'): Membership => ({
  ...before,
  members: { ...before.members, [uid]: role },
});

/** @param uid whose offer ends; null for any */
function withoutOffer({ offer, ...before }: Membership, uid: string | null): Membership {
  return offer && uid !== null && offer.to !== uid ? { ...before, offer } : before;
}

/** Ends an offer: it was one of the previous owner. */
function handOver(before: Membership, uid: string): Membership {
  if (before.owner === uid) return before;
  const { owner, members } = before;
  const { [uid]: _, ...others } = members;
  return { owner: uid, members: owner === '' ? others : { ...others, [owner]: 'editor' } };
}
