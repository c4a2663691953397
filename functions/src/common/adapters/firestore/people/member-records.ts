import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { answersFor } from '../../../access/permit.ts';
import { access } from '../../../config.ts';
import { HttpError } from '../../../errors.ts';
import { peopleOf, rolesOf } from '../../../members/people.ts';
import { type Changed, type Invitation, type MemberRecords, MOST_MEMBERS } from '../../../members/ports.ts';
import type { Given, Membership, Offer, Permit } from '../../../model.ts';
import { directory } from '../../directory.ts';
import { firestore } from '../../firebase.ts';
import { changeOwned } from '../change-owned.ts';
import { countOf, readDocument, readQuery } from '../documents.ts';
import { type Fields, membership, text } from '../fields.ts';
import { endHooks } from '../hooks/hooks.ts';
import { withoutGrantsOf } from '../records/monitor-grants.ts';
import { deletePage } from '../records/purge-dataset.ts';
import { revokeDatasetKeys, revokeKeysOf } from './key-records.ts';

/**
 * Open invitations that one person may have made to one address, and in all. Each first call of the invited person reads those to
 * the address, so nobody can put so many in front of another person's that these are not reached.
 */
const MOST_TO_ONE = 100;
const MOST_BY_ONE = 1_000;
/** Offers in one list. */
const MOST_OFFERS = 100;
/** Open offers of one person. */
const MOST_OPEN = 20;

const KINDS = ['dataset', 'monitor'] as const;

export const datasetMembers = memberRecords('dataset');
export const monitorMembers = memberRecords('monitor');

function memberRecords(kind: (typeof KINDS)[number]): MemberRecords {
  const recordRef = (id: string): DocumentReference => firestore().collection(kind).doc(id);
  return {
    set: (id, { uid, address }, role, permit) =>
      changeMembership(recordRef(id), permit, async (before, batch) => {
        if (before.owner === uid && role !== 'owner') return 'owner stays';
        if (role === 'owner' && ![before.owner, permit.by].includes(uid)) return offerTo(uid, before, permit);
        if (address !== null) batch().delete(invitationRef(recordRef(id), address));
        return role === 'owner' ? handOver(before, uid) : withMember(withoutOffer(before, uid), uid, role);
      }),

    remove: (id, { uid, address }, permit) =>
      changeMembership(recordRef(id), permit, (before, batch) => {
        if (uid !== null && before.owner === uid) return 'owner stays';
        if (address !== null) batch().delete(invitationRef(recordRef(id), address));
        if (uid === null) return before;
        const { [uid]: _, ...members } = before.members;
        return { ...withoutOffer(before, uid), members };
      }),

    ...offerRecords(kind, recordRef),

    invite: (id, { address, role }, permit) =>
      changeOwned(recordRef(id), permit, async ({ snapshot, record, write }): Promise<Changed> => {
        const reference = invitationRef(snapshot.ref, address);
        const given = { by: permit.by, owner: record.owner };
        if (!(await readDocument(reference)).exists) await requireRoom(snapshot, { address, by: given.by });
        const at = FieldValue.serverTimestamp();
        write().set(reference, { address, role, ...given, hash: hashAddress(address), at });
        return 'done';
      }),

    async invitations(id) {
      const all = recordRef(id).collection('invitation').orderBy('address').limit(MOST_MEMBERS);
      const [record, { docs }] = await Promise.all([readDocument(recordRef(id)), readQuery(all)]);
      const { owner } = membership(record.data() ?? {});
      return docs.filter((each) => givenIn(each).owner === owner).map(toInvitation);
    },
  };
}

type OfferRecords = Pick<MemberRecords, 'accept' | 'endOffer' | 'offeredTo'>;

function offerRecords(kind: string, recordRef: (id: string) => DocumentReference): OfferRecords {
  return {
    accept: (id, permit) =>
      changeMembership(recordRef(id), permit, async (before) => {
        const { offer, ...others } = before;
        // Without it, the caller is judged like anybody else.
        if (offer && !(await stillCounts(offer, before.owner))) permit.judge(others);
        return handOver(before, permit.by);
      }),

    endOffer: (id, permit) =>
      changeMembership(recordRef(id), permit, (before) =>
        before.offer ? withoutOffer(before, null) : before,
      ),

    async offeredTo(uid) {
      const query = firestore().collection(kind).where('offer.to', '==', uid).orderBy('offer.at', 'desc');
      const { docs } = await readQuery(query.limit(MOST_OFFERS).select('name', 'owner', 'offer'));
      return docs.flatMap((record) => {
        const { offer } = membership(record.data());
        const { id } = record;
        return offer ? [{ id, name: text(record.get('name'), id), by: offer.by, at: offer.at }] : [];
      });
    },
  };
}

/** @throws HttpError `bad parameter` if the caller has made as many offers as they may: calls at the same moment may pass it by a few */
async function offerTo(to: string, before: Membership, { by }: Permit): Promise<Membership> {
  if (before.offer?.by !== by && (await offersBy(by)) >= MOST_OPEN)
    throw tooMany(`${MOST_OPEN} offers of yours are open already: withdraw one first`);
  return { ...before, offer: { to, by, at: Date.now(), owner: before.owner } };
}

/** Open offers that this person has made, of all kinds of records. */
async function offersBy(uid: string): Promise<number> {
  const made = KINDS.map((each) => firestore().collection(each).where('offer.by', '==', uid));
  const [datasets = 0, monitors = 0] = await Promise.all(made.map(countOf));
  return datasets + monitors;
}

/**
 * Whether what was given still counts (Contract 8): whoever gave it owns the record, or is an administrator and gave it for the
 * one who owns it.
 */
export async function stillCounts({ by, owner }: Given, ownerNow: string): Promise<boolean> {
  if (owner !== ownerNow) return false;
  return access() === 'open' || (by !== '' && by === owner) || directory.isAdministrator(by);
}

/** Invitations of versions before 2026-11-29 have no `owner`: only owners made them. */
export const givenIn = (invitation: DocumentSnapshot): Given => {
  const by = text(invitation.get('by'));
  return { by, owner: text(invitation.get('owner'), by) };
};

const toInvitation = (document: DocumentSnapshot): Omit<Invitation, 'owner'> => ({
  address: text(document.get('address')),
  role: document.get('role') === 'editor' ? 'editor' : 'viewer',
  by: text(document.get('by')),
});

/** @throws HttpError `bad parameter` if the record, or the inviting person, has as many as they may */
async function requireRoom(
  record: DocumentSnapshot,
  { address, by }: Pick<Invitation, 'address' | 'by'>,
): Promise<void> {
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

type Change = (
  before: Membership,
  batch: () => WriteBatch,
) => Membership | 'owner stays' | Promise<Membership | 'owner stays'>;

/**
 * The only place that writes owner, members and offer; `people` is derived from them in the same commit.
 * @throws HttpError `bad parameter` if there would be too many; then nothing is written
 */
export async function changeMembership(
  reference: DocumentReference,
  permit: Permit,
  change: Change,
): Promise<Changed> {
  const changed = await changeOwned(reference, permit, async ({ snapshot, record: before, write }) => {
    const after = await change(before, write);
    if (typeof after === 'string') return after;
    if (after === before) return 'done';
    const count = Object.keys(after.members).length;
    if (count > MOST_MEMBERS && count > Object.keys(before.members).length)
      throw tooMany(`a record has at most ${MOST_MEMBERS} members`);
    const { owner, members, offer } = after;
    const fields = { owner, members: { ...members }, people: peopleOf(after), offer: offerField(offer) };
    const rights = await endRights(snapshot, { before, after }, write());
    write().update(snapshot.ref, { ...fields, ...rights });
    return { isHandedOver: owner !== before.owner, isOffered: offer !== undefined && offer !== before.offer };
  });
  if (changed === null || typeof changed === 'string') return changed;
  // They count for nothing from now on, whether or not this gets through.
  if (changed.isHandedOver) while (await deletePage(reference.collection('invitation')));
  return changed.isOffered ? 'offered' : 'done';
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
