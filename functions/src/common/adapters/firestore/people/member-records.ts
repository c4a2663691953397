import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { answersFor } from '../../../access/permit.ts';
import { HttpError } from '../../../errors.ts';
import { peopleOf, rolesOf } from '../../../members/people.ts';
import { type Changed, type Invitation, type MemberRecords, MOST_MEMBERS } from '../../../members/ports.ts';
import type { Membership, Offer } from '../../../model.ts';
import { firestore } from '../../firebase.ts';
import { changeDocument } from '../change-document.ts';
import { countOf, inTime, readDocument, readQuery } from '../documents.ts';
import { type Fields, membership, text } from '../fields.ts';
import { endHooks } from '../hooks/hooks.ts';
import { isDeleted } from '../records/datasets.ts';
import { withoutGrantsOf } from '../records/monitor-grants.ts';
import { revokeDatasetKeys, revokeKeysOf } from './key-records.ts';

/**
 * Open invitations that one person may have made to one address, and in all. Each first call of the invited person reads those to
 * the address, so nobody can put so many in front of another person's that these are not reached.
 */
const MOST_TO_ONE = 100;
const MOST_BY_ONE = 1_000;
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

    ...offerRecords(kind, recordRef),

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

type OfferRecords = Pick<MemberRecords, 'offer' | 'accept' | 'endOffer' | 'offeredTo' | 'offersBy'>;

function offerRecords(kind: string, recordRef: (id: string) => DocumentReference): OfferRecords {
  return {
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

type Refusal = 'owner stays' | 'no offer';

/**
 * The only place that writes owner, members and offer; `people` is derived from them in the same commit.
 * @throws HttpError `bad parameter` if there would be too many; then nothing is written
 */
export function changeMembership(
  reference: DocumentReference,
  change: (before: Membership, batch: WriteBatch) => Membership | Refusal | Promise<Membership | Refusal>,
): Promise<Changed> {
  return changeDocument(reference, async ({ snapshot, batch, condition }): Promise<Changed> => {
    if (isDeleted(snapshot.data() ?? {})) return null;
    const before = membership(snapshot.data() ?? {});
    const after = await change(before, batch);
    if (typeof after === 'string') return after;
    const count = Object.keys(after.members).length;
    if (count > MOST_MEMBERS && count > Object.keys(before.members).length)
      throw tooMany(`a record has at most ${MOST_MEMBERS} members`);
    const { owner, members, offer } = after;
    const fields = { owner, members: { ...members }, people: peopleOf(after), offer: offerField(offer) };
    const rights = await endRights(snapshot, { before, after }, batch);
    batch.update(snapshot.ref, { ...fields, ...rights }, condition);
    return 'done';
  });
}

/** What ends with the role of whoever answers for it: hooks, detector, grants and keys of a dataset, device keys of a monitor (Contract 8, 16, 17). */
async function endRights(
  snapshot: DocumentSnapshot,
  { before, after }: Record<'before' | 'after', Membership>,
  batch: WriteBatch,
): Promise<Fields> {
  const { id } = snapshot;
  const isDataset = snapshot.ref.parent.id === 'dataset';
  const isHandedOver = after.owner !== before.owner;
  if (isHandedOver) {
    if (isDataset) await revokeDatasetKeys(id, batch);
    await endHooks({ kind: isDataset ? 'dataset' : 'monitor', id }, batch);
  }
  const editors = Object.keys(rolesOf(before)).filter((uid) => answersFor(uid, before));
  const lost = editors.filter((uid) => !answersFor(uid, after));
  // The new owner did not choose where the pictures go.
  const ended = isDataset && isHandedOver ? { detector: FieldValue.delete() } : {};
  if (lost.length === 0) return ended;
  const rights = isDataset
    ? withoutGrantsOf(snapshot.data() ?? {}, lost)
    : await revokeKeysOf(id, lost, batch);
  return { ...ended, ...rights };
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
